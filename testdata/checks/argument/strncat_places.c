// CWE-475
// fault: valid-argument
// witness: 8
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char s[16] = "abcd";
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 8)
    return 0;
#ifdef BAD
  strncat(s, s + k / 8, 5); // FAULT
#else
  strncat(s, s + 5, k);
#endif
  return 0;
}

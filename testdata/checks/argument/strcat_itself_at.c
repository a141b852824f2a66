// CWE-475
// fault: valid-argument
// witness: 2
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char s[16] = "abcd";
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 8)
    return 0;
#ifdef BAD
  strcat(s, s + k / 2); // FAULT
#else
  strcat(s, s + 4 + (k > 0));
#endif
  return 0;
}

// CWE-475
// fault: valid-argument
// witness: 3
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char s[16] = "abcd";
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 8)
    return 0;
#ifdef BAD
  strncpy(s + k, s, 5); // FAULT
#else
  strncpy(s + k, s, k);
#endif
  return 0;
}

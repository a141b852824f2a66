// CWE-475
// fault: valid-argument
// witness: 4
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char s[16] = "abcd";
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 8)
    return 0;
#ifdef BAD
  strcpy(s + k, s); // FAULT
#else
  strcpy(s + 5 + k / 4, s);
#endif
  return 0;
}

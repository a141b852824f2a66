// CWE-121
// fault: valid-deref
// witness: 1000
#include <stdio.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
  char text[4];
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n <= 9999);
#ifndef BAD
  if (n <= 999)
#endif
  sprintf(text, "%d", n); // FAULT
  return 0;
}

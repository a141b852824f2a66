// CWE-190
// fault: no-overflow
// witness: -2147483648
#include <limits.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
#ifndef BAD
  __VERIFIER_assume(x != INT_MIN);
#endif
  int d = 0 - x; // FAULT
  return d == 3;
}

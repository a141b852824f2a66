// CWE-190
// fault: valid-division|no-overflow
// witness: -2147483648 -1
#include <limits.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  __VERIFIER_assume(b != 0);
#ifndef BAD
  if (a == INT_MIN && b == -1)
    return 0;
#endif
  int q = a / b; // FAULT
  return q == 4;
}

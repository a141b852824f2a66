// CWE-190
// fault: valid-division|no-overflow
// witness: -2147483648 -1
#include <assert.h>
#include <limits.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  __VERIFIER_assume(b == 2 || b == -1);
#ifndef BAD
  __VERIFIER_assume(a > INT_MIN);
#endif
  int r = a % b; // FAULT
  assert(r >= -1 && r <= 1);
  return 0;
}

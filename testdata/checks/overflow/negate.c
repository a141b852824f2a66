// CWE-190
// fault: no-overflow
// witness: -2147483648
#include <assert.h>
#include <limits.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
#ifndef BAD
  if (x == INT_MIN)
    return 0;
#endif
  int m = x < 0 ? -x : x; // FAULT
  assert(m >= 0);
  return 0;
}

// CWE-190
// fault: no-overflow
// witness: 2147483647 1
#include <limits.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
#ifndef BAD
  if (b > 0 && a > INT_MAX - b)
    return 0;
  if (b < 0 && a < INT_MIN - b)
    return 0;
#endif
  int s = a + b; // FAULT
  return s == 7;
}

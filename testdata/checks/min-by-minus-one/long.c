// CWE-190
// fault: valid-division|no-overflow
// witness: -9223372036854775808
#include <limits.h>

long __VERIFIER_nondet_long(void);

int main(void) {
  long a = __VERIFIER_nondet_long();
  long one = -1;
#ifndef BAD
  if (a != LONG_MIN)
#endif
  a /= one; // FAULT
  return a == 3;
}

// CWE-190
// fault: no-overflow
// witness: 9223372036854775807 1
#include <assert.h>
#include <limits.h>

long __VERIFIER_nondet_long(void);
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  long a = __VERIFIER_nondet_long();
  unsigned char b = __VERIFIER_nondet_uchar();
#ifndef BAD
  if (a > LONG_MAX - 255)
    return 0;
#endif
  long c = a + b; // FAULT
  assert(c >= a);
  return 0;
}

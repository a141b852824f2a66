// CWE-190
// fault: no-overflow
// witness: 13
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n <= 14);
#ifndef BAD
  if (n > 12)
    return 0;
#endif
  int f = 1;
  for (int i = 2; i <= n; i++)
    f *= i; // FAULT
  assert(f >= 1);
  return 0;
}

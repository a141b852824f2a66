// CWE-190
// fault: no-overflow
// witness: 31
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  unsigned char e = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(e <= 31);
#ifndef BAD
  if (e > 30)
    return 0;
#endif
  int v = 1;
  for (int i = 0; i < e; i++)
    v *= 2; // FAULT
  assert(v > 0);
  return 0;
}

// CWE-190
// fault: no-overflow
// witness: 9 9 9 9 9 9 9 9 9 9
#include <assert.h>
#include <limits.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  int v = 0;
  for (int i = 0; i < 10; i++) {
    unsigned char d = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(d <= 9);
#ifndef BAD
    if (v > (INT_MAX - 9) / 10)
      break;
#endif
    v = v * 10 + d; // FAULT
  }
  assert(v >= 0);
  return 0;
}

// CWE-369
// fault: valid-division
// witness: 8
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(x <= 8);
  int v = 64;
#ifdef BAD
  v /= 8 - x; // FAULT
#else
  v /= 9 - x;
#endif
  assert(v >= 7);
  return 0;
}

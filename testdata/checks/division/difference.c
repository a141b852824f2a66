// CWE-369
// fault: valid-division
// witness: 7 7
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  unsigned char b = __VERIFIER_nondet_uchar();
#ifdef BAD
  if (a >= b)
#else
  if (a > b)
#endif
  {
    int slope = 1000 / (a - b); // FAULT
    assert(slope > 0);
  }
  return 0;
}

// CWE-197
// fault: assertion
// witness: 200
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
#ifdef BAD
  signed char k = (signed char)n;
#else
  int k = n;
#endif
  assert(k >= 0); // FAULT
  return 0;
}

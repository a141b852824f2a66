// CWE-369
// fault: valid-division
// witness: 0
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned h = __VERIFIER_nondet_uint();
  unsigned char n = __VERIFIER_nondet_uchar();
#ifndef BAD
  if (!n)
    return 0;
#endif
  assert(h % n < n); // FAULT
  return 0;
}

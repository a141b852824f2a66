// CWE-369
// fault: valid-division
// witness: 0 0
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char used = __VERIFIER_nondet_uchar();
  unsigned char left = __VERIFIER_nondet_uchar();
  unsigned total = (unsigned)used + left;
#ifndef BAD
  if (total == 0)
    return 0;
#endif
  assert(100u * used / total <= 100); // FAULT
  return 0;
}

// CWE-561
// fault: unreachable
// witness: 101
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char percent = __VERIFIER_nondet_uchar();
#ifndef BAD
  if (percent > 100)
    percent = 100;
#endif
  if (percent > 100)
    __builtin_unreachable(); // FAULT
  assert(percent <= 100);
  return 0;
}

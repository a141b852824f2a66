// CWE-369
// fault: valid-division
// witness: 0
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int d = __VERIFIER_nondet_int();
#ifndef BAD
  if (d == 0)
    return 0;
#endif
  unsigned q = 100u / (unsigned)d; // FAULT
  assert(q <= 100);
  return 0;
}

// CWE-190
// fault: no-overflow
// witness: 65536 65535
#include <assert.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
  int w = __VERIFIER_nondet_int();
  __VERIFIER_assume(w > 0);
  int h = __VERIFIER_nondet_int();
  __VERIFIER_assume(h > 0);
#ifndef BAD
  if (w > 30000 || h > 30000)
    return 0;
#endif
  int area = w * h; // FAULT
  assert(area > 0);
  return 0;
}

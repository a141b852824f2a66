// CWE-476
// fault: valid-deref
// witness: 1
#include <assert.h>
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);

static void set(int *out) {
#ifndef BAD
  if (out)
#endif
    *out = 1; // FAULT
}
int main(void) {
  int x = 0;
  unsigned char skip = __VERIFIER_nondet_uchar();
  set(skip ? NULL : &x);
  assert(skip || x == 1);
  return 0;
}

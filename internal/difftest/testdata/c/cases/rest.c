// pair --check=default
// The values outside of the range go on in another way.
// inputs: 4000000000
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), a[4] = {0, 0, 0, 0};
  if (n > 3) {
#ifndef UNSAFE
    assert(a[0] == 0);
#else
    assert(a[0] != 0);
#endif
    return 0;
  }
  a[n] = 1;
  assert(a[0] + a[1] + a[2] + a[3] == 1);
  return 0;
}

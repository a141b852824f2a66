// true
// An address as a signed number, forth and back.
#include <assert.h>
#include <stdint.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  short a[6] = {0, 10, 20, 30, 40, 50};
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 5) {
    return 0;
  }
  intptr_t n = (intptr_t)&a[5];
  n = (intptr_t)((uintptr_t)n - 2 * (unsigned)i);
  short *p = (short *)n;
  assert(*p == 10 * (5 - i));
  return 0;
}

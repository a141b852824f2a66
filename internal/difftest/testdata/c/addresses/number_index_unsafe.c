// false
// An element of an array, by arithmetic on its address as a number.
#include <assert.h>
#include <stdint.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int a[4] = {1, 2, 3, 4};
  unsigned i = __VERIFIER_nondet_uint() % 4;
  uintptr_t u = (uintptr_t)a;
  int *p = (int *)(u + 4 * i);
  assert(*p != 3);
  return 0;
}

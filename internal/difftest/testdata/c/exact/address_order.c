// pair --32
// The addresses of two objects are compared and measured.
#include <assert.h>
#include <stdint.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8};
  unsigned i = __VERIFIER_nondet_uint() % 5, j = __VERIFIER_nondet_uint() % 5;
  uintptr_t x = (uintptr_t)(a + i), y = (uintptr_t)(b + j);
  int *p = (int *)(y - 4 * j);
#ifndef UNSAFE
  assert((x != y || i == 4 || j == 4) && x - (uintptr_t)a == 4 * i && p[1] == 6);
#else
  assert(x - (uintptr_t)a != 12 || j != 2 || p[3] != 8);
#endif
  return 0;
}

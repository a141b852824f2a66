// true
// A pointer with a tag in its lowest bit.
#include <assert.h>
#include <stdint.h>


int main(void) {
  int x = 3;
  uintptr_t u = (uintptr_t)&x;
  u |= 1;
  assert(u & 1);
  int *p = (int *)(u & ~(uintptr_t)1);
  assert(*p == 3);
  return 0;
}

// true
#include <assert.h>
#include <stdatomic.h>
int main(void) {
  unsigned x = 0xf0f0, y = x;
  unsigned a = __sync_fetch_and_nand(&x, 0xff00), b = __atomic_nand_fetch(&y, 0xff00, __ATOMIC_RELAXED);
  assert(a == 0xf0f0 && b == x && x == ~0xf000u);
  return 0;
}

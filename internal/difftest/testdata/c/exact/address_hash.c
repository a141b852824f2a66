// pair
// A table is indexed by a hash of an address.
#include <assert.h>
#include <stdint.h>


static int x, y;
int main(void) {
  int *slot[4] = {0};
  unsigned h = (unsigned)((uintptr_t)&x >> 2) % 4, g = (unsigned)((uintptr_t)&y >> 2) % 4;
  slot[h] = &x;
  if (!slot[g]) slot[g] = &y;
  *slot[h] = 5;
#ifndef UNSAFE
  assert(x == 5 && y == 0 && (slot[g] == &y || g == h));
#else
  assert(x == 5 && y == 5);
#endif
  return 0;
}

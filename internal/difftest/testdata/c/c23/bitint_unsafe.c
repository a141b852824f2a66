// false --64 -std=c23
// gcc: newer
// inputs: 11
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

typedef _BitInt(12) i12;
static struct { char c; unsigned _BitInt(5) x; _BitInt(40) y; } g = { 1, 33, -7 };
static_assert(sizeof(_BitInt(5)) == 1 && sizeof(unsigned _BitInt(17)) == 4 && sizeof(i12) == 2 && sizeof(_BitInt(64)) == 8);
static_assert(_Generic((unsigned _BitInt(5))1 + (unsigned _BitInt(5))1, unsigned _BitInt(5): 1, default: 0));
static_assert(_Generic((_BitInt(5))1 + 1, int: 1, default: 0) && _Generic((_BitInt(40))1 + 1, _BitInt(40): 1, default: 0));
static_assert(_Generic((unsigned _BitInt(32))1 + 1, unsigned: 1, default: 0) && _Generic(5wb, _BitInt(4): 1, default: 0));
static_assert((unsigned _BitInt(5))31 + (unsigned _BitInt(5))1 == 0 && sizeof(5uwb) == 1);
static unsigned _BitInt(7) f(unsigned _BitInt(7) a, _BitInt(9) b) { return a + b; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  unsigned _BitInt(5) x = n, z = 20, *p = &z;
  assert(x == (n & 31) && x + z < 31 && x + 0 + z >= 20);
  x = 31;
  x++;
  assert(x == 0 && (z << 2) == 16 && -z == 12 && ~z == 11);
  _BitInt(5) y = 15;
  y++;
  assert(y == -16 && g.x == 1 && f(100, 100) == 72);
  g.y *= 100000000;
  *p = 63;
  assert(g.y == -700000000 && z == 31);
  int a[8] = {};
  unsigned _BitInt(3) i = 7;
  a[i++] = 5;
  assert(a[7] == 5 && a[i] == 0);
  switch (y) {
  case -16: return 0;
  }
  assert(0);
}

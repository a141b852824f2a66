// false --32 -std=gnu23
// gcc: newer
#include <assert.h>
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static long long last(int n, ...) {
  va_list a;
  va_start(a);
  unsigned _BitInt(3) s = va_arg(a, unsigned _BitInt(3));
  _BitInt(64) w = va_arg(a, _BitInt(64));
  va_end(a);
  return s + w;
}
int main(void) {
  _BitInt(64) w = 1;
  w <<= 62;
  unsigned _BitInt(64) u = -1;
  double d = (_BitInt(5))-3;
  bool b = (_BitInt(10))256;
  _BitInt(33) q = __VERIFIER_nondet_int();
  q = q + q;
  assert(w == 1LL << 62 && u == ~0ull && d == -3 && b == false + (d < 0) && q <= 0);
  return last(2, (unsigned _BitInt(3))9, w) != w + 1;
}

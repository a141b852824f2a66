// false --32 --overflow=wrap
#include <assert.h>
#include <stdarg.h>
extern unsigned __VERIFIER_nondet_uint(void);
typedef unsigned __int128 u128;
struct s { char c; u128 v; } g = {1, 5};
static u128 add(int n, ...) {
  va_list ap;
  va_start(ap, n);
  u128 r = 0;
  for (int i = 0; i < n; i++) r += va_arg(ap, u128);
  va_end(ap);
  return r;
}
u128 twice(u128 a) { return a * 2; }
int main(void) { // gcc has no __int128 here: a warning says so
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  u128 x = (u128)a << 70 | b, *p = &g.v;
  u128 (*f)(u128) = twice;
  *p += a;
  assert((unsigned)(x >> 70) == a && add(2, (u128)a, (u128)1 << 100) >> 100 == 1 && f(x) == x + x);
  assert(sizeof(struct s) == 32 && _Alignof(u128) == 16 && _Generic(x, unsigned __int128: 1, default: 0));
  assert(g.v - 5 == a && g.c == 1 && g.v >> 32 == 0);
  return 0;
}

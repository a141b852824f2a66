// true --32 -std=c23
// gcc: newer
#include <assert.h>
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int sum(...) {
  va_list a;
  va_start(a);
  int r = 0;
  for (int k; (k = va_arg(a, int));)
    r += k;
  va_end(a);
  return r;
}
static int one(int, ...);
typedef int variadic(...);
static int call(variadic *g, int x) { return g(x, 6, 0); }
static int one(int n, ...) {
  va_list a;
  va_start(a, n, ignored);
  double d = va_arg(a, double);
  va_end(a);
  return (int)d + n;
}
int main(void) {
  int x = __VERIFIER_nondet_int() & 7;
  int (*p)(...) = sum;
  assert(sum(0) == 0 && p(x, 0, 9) == x && one(1, 2.5) == 3);
  if (x) assert(call(sum, x) == x + 6);
  return 0;
}

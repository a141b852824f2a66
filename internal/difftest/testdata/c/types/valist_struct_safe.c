// true
#include <assert.h>
#include <stddef.h>
#include <stdarg.h>
struct a { int n; va_list ap; };
static int take(struct a *a) { return a->n-- > 0 ? va_arg(a->ap, int) : 0; }
static int peek(va_list *p) { return va_arg(*p, int); }
static int f(int n, ...) {
  struct a a = {n};
  va_start(a.ap, n);
  int k = take(&a);
  k = 10 * k + take(&a);
  k = 10 * k + peek(&a.ap);
  va_end(a.ap);
  return k;
}
int main(void) {
  assert(f(2, 1, 2, 3) == 123);
  return 0;
}

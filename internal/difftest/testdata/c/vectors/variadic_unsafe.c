// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
typedef int V __attribute__((vector_size(16)));
#include <stdarg.h>
static V last(int n, ...) {
  va_list ap;
  va_start(ap, n);
  V r = {0};
  while (n--)
    r = va_arg(ap, V);
  va_end(ap);
  return r;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  V r = last(2, (V){1, 1, 1, 1}, (V){2, x, 2, 2});
  assert(r[0] == 2 && r[1] == 1);
  return 0;
}

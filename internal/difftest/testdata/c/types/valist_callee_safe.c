// true
#include <assert.h>
#include <stddef.h>
#include <stdarg.h>
static int next(va_list ap) { return va_arg(ap, int); }
static int sum(int n, ...) {
  va_list ap, bp;
  va_start(ap, n);
  va_copy(bp, ap);
  int a = next(ap), b = next(ap), c = va_arg(bp, int);
  va_end(ap);
  va_end(bp);
  return 100 * a + 10 * b + c;
}
int main(void) {
  assert(sum(3, 1, 2, 3) == 121);
  return 0;
}

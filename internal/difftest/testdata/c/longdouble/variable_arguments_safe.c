// true
#include <assert.h>
#include <stdarg.h>
static long double sum(int n, ...) {
  va_list ap;
  long double s = 0;
  va_start(ap, n);
  while (n--) {
    s += va_arg(ap, long double);
    s += va_arg(ap, int);
  }
  va_end(ap);
  return s;
}
int main(void) { assert(sum(2, 0.5L, 1, 2.0L, 3) == 6.5L); }

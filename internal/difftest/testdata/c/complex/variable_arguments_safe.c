// true
#include <assert.h>
#include <complex.h>
#include <stdarg.h>
static double complex last(int n, ...) {
  va_list ap;
  double complex z = 0;
  va_start(ap, n);
  while (n--) {
    z = va_arg(ap, double complex);
    z += va_arg(ap, int);
  }
  va_end(ap);
  return z;
}
int main(void) { assert(last(2, CMPLX(1, 1), 5, CMPLX(0, 2), 7) == 7 + 2 * I); }

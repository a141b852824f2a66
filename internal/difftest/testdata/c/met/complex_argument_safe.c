// true
#include <assert.h>
#include <complex.h>
int main(void) {
  double complex z = -1.0 + 1.0 * I;
  double a = carg(z);
  assert(a > 2.3 && a < 2.4);
  return 0;
}

// true
#include <assert.h>
#include <complex.h>
int main(void) {
  double complex z = 1 + I;
  assert(z != 1 && z == 1.0fi + 1 && !!z && !(z - z) && (z != CMPLX(1, 2)));
}

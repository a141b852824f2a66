// true
#include <assert.h>
#include <complex.h>
int main(void) {
  double complex z = 2 + 3 * I;
  assert(~z == conj(z) && cimag(~z) == -3 && z * ~z == 13);
}

// true
#include <assert.h>
#include <complex.h>
int main(void) {
  double complex z = 3.0 + 4.0 * I;
  assert(cabs(z) == 5.0);
  assert(creal(conj(z) * z) == 25.0);
  return 0;
}

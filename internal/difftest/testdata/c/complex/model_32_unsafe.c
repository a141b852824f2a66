// false --32
#include <assert.h>
#include <complex.h>
int main(void) {
  float complex z = 1 + 2.0fi;
  double complex w = z * z + 1;
  assert(sizeof z == 8 && creal(w) == 2 && cimag(w) == 4);
}

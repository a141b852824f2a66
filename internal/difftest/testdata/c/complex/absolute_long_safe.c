// true
#include <assert.h>
#include <complex.h>
int main(void) {
  long double complex z = 3 - 4 * I;
  assert(creall(z) >= 0);
  long double a = cabsl(z), t = cargl(z);
  assert(a >= 0 && t >= -3.15L && t <= 3.15L);
}

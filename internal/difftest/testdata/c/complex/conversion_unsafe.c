// false
#include <assert.h>
#include <complex.h>
int main(void) {
  double complex z = 2.75 + 9 * I;
  int i = (int)z;
  float complex f = z;
  _Bool b = 3 * I;
  assert(i == 3 && cimagf(f) == 9 && b);
}

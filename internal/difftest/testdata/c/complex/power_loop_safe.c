// true
#include <assert.h>
#include <complex.h>
int main(void) {
  double complex z = 1, w = 1 + I;
  for (int i = 0; i < 8; i++) z *= w;
  assert(z == 16);
}

// false
#include <assert.h>
#include <complex.h>
int main(void) {
  float complex z = 1.0f + 1.0fi, w = 3;
  w += 4.0fi;
  z = z / w;
  assert(crealf(z) == 0.27f && cimagf(z) == -0.04f);
}

// true
#include <assert.h>
#include <complex.h>
int main(void) {
  float complex z = 0;
  __real__ z = 2;
  __imag__ z += 3;
  assert(z == 2 + 3.0fi);
}

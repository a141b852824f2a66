// false
#include <assert.h>
#include <complex.h>
static float complex f(float x) { return x > 0 ? x * I : x; }
int main(void) {
  float complex a = f(2), b = f(-3);
  assert(a == 2.0fi && b == 3);
}

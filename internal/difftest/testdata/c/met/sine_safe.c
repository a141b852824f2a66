// true
#include <assert.h>
#include <math.h>
int main(void) {
  double s = sin(1.0), c = cos(1.0);
  assert(s > 0.841 && s < 0.842);
  assert(s * s + c * c < 1.0001);
  return 0;
}

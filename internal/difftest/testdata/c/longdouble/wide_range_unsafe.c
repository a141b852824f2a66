// false
#include <assert.h>
int main(void) {
  long double x = 1e300;
  x = x * x;
  assert(x > 1e300 && (double)x == 1.0 / 0.0 && x == 1.0L / 0);
}

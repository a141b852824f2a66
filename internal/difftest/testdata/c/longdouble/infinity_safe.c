// true
#include <assert.h>
#include <math.h>
int main(void) {
  long double z = 0, i = 1 / z;
  assert(isinf(i) && i > 1e4000L && isinf(-i) && -i < 0 && isnan(i - i));
}

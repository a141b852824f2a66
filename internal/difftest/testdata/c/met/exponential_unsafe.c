// false
#include <assert.h>
#include <math.h>
int main(void) {
  assert(exp(0.0) == 1.0);
  double e = exp(2.0);
  assert(log(e) > 1.999 && log(e) < 1.9995);
  assert(pow(2.0, 0.5) > 1.414);
  return 0;
}

// true
#include <assert.h>
#include <math.h>
int main(void) {
  long double x = 2, r = sqrtl(x);
  assert(sqrtl(x * x) == 2 && r * r != 2);
}

// false
#include <assert.h>
#include <math.h>
int main(void) {
  long double x = 0x1p-16400L;
  assert(fpclassify(x) == FP_NORMAL && !isnormal(x) && isfinite(x) && signbit(-x));
}

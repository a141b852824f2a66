// true
#include <assert.h>
#include <math.h>
int main(void) {
  long double z = -0.0L;
  assert(z == 0 && signbit(z) && !signbit(z + 0.0L) && copysignl(3, z) == -3 && fabsl(-4.5L) == 4.5L);
}

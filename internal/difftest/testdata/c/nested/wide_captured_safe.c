// true --64
#include <assert.h>

int main(void) {
  long double l = 1;
  _Complex double z = 1;
  __int128 w = 1;
  void step(void) { l += 2; z += 3.0i; w <<= 70; }
  step();
  assert(l == 3 && __imag__ z == 3 && (long long)(w >> 69) == 2);
  return 0;
}

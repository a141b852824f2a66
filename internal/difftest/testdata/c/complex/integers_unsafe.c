// false
#include <assert.h>
#include <complex.h>
int main(void) {
  _Complex int z = 2 + 3i, w = z * z;
  assert(__real__ w == -5 && __imag__ w == 6);
}

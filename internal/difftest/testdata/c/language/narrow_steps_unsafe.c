// false
#include <assert.h>
int main(void) {
  signed char c = 127;
  unsigned char u = 200;
  short s = 1000;
  _Bool b = 1;
  c++, u *= u, s *= 1.5, b++;
  assert(c == -128 && u == 64 && s == 1500 && b == 0);
  return 0;
}

// true
#include <assert.h>
#include <stddef.h>
int main(void) {
  double d = 1e400;
  float f = 1e60f;
  assert(d > 1e308 && f > 3e38f && sizeof(1e400) == 8 && 1 / d == 0);
  return 0;
}

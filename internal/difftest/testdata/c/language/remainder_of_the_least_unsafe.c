// false
#include <assert.h>
#include <limits.h>
int main(void) {
  volatile long x = LONG_MIN, y = -2;
  long z = x % y;
  assert(z == 5);
  return 0;
}

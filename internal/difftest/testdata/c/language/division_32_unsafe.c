// false --32
#include <assert.h>
#include <limits.h>
int main(void) {
  volatile long long x = LLONG_MIN, y = -1;
  long long z = x / y;
  assert(z == 5);
  return 0;
}

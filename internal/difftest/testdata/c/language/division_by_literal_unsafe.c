// false
#include <assert.h>
#include <limits.h>
int main(void) {
  volatile int x = INT_MIN;
  int z = x / -1;
  assert(z == INT_MAX && x % -1 == 0);
  return 0;
}

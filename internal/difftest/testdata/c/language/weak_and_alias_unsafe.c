// false
#include <assert.h>
__attribute__((weak)) int f(void) { return 1; }
static int r(void) { return 9; }
int q(void) __attribute__((alias("r")));
int main(void) {
  assert(f() == 1 && q() == 1);
  return 0;
}

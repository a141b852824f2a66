// false
#include <assert.h>
int main(void) {
  int x = 0, y = 5;
  asm volatile("nop" ::"r"(x++), "r"(--y));
  assert(x == 1 && y == 5);
  return 0;
}

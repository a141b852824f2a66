// true
#include <assert.h>
int main(void) {
  int x = 0, y = 5;
  asm volatile("nop" ::"r"(x++), "r"(--y));
  assert(x == 1 && y == 4);
  return 0;
}

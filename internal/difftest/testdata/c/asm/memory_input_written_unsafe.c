// false
#include <assert.h>
int main(void) {
  int x = 1, y = 2;
  asm volatile("movl $5, %0" ::"m"(x));
  assert(x == 1);
  return 0;
}

// true
#include <assert.h>
int g = 1;
int main(void) {
  int x = 7;
  asm volatile("movl $5, (%0)" ::"r"(&g) : "memory");
  assert(x == 7);
  return 0;
}

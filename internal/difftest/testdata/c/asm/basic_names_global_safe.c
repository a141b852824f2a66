// true
#include <assert.h>
int g = 1;
int main(void) {
  int x = 2;
  asm("movl $5, g(%rip)");
  assert(x == 2);
  return 0;
}

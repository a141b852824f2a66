// true
#include <assert.h>
int g = 1, h = 2;
int main(void) {
  asm("movl $5, %0" : "=m"(g));
  assert(h == 2);
  return 0;
}

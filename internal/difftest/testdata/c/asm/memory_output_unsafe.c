// false
#include <assert.h>
int g = 1, h = 2;
int main(void) {
  asm("movl $5, %0" : "=m"(g));
  assert(g == 1);
  return 0;
}

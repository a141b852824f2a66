// true
#include <assert.h>
int main(void) {
  unsigned x = 4, y = 9;
  asm("addl %1, %0" : "+r"(x) : "r"(y));
  assert(y == 9);
  return 0;
}

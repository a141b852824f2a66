// true
#include <assert.h>
int main(void) {
  int a = 1, b = 2, c = 3;
  asm("xchgl %0, %1" : "+r"(a), "+m"(b));
  assert(c == 3);
  return 0;
}

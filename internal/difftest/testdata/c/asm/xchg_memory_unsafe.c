// false
#include <assert.h>
int main(void) {
  int a = 1, b = 2, c = 3;
  asm("xchgl %0, %1" : "+r"(a), "+m"(b));
  assert(a == 1);
  return 0;
}

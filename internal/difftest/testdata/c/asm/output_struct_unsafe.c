// false
#include <assert.h>
struct s { int a, b; };
int main(void) {
  struct s v = {1, 2};
  asm("movl $8, %0" : "=r"(v.b));
  assert(v.b != 8);
  return 0;
}

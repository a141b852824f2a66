// false
#include <assert.h>
int main(void) {
  int x = 1;
  asm goto("jmp %l0" : : : : over);
  x = 2;
over:
  assert(x == 2);
  return 0;
}

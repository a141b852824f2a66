// true
#include <assert.h>
int main(void) {
  register int r asm("eax") = 4;
  int x = 5;
  asm volatile("movl $1, %%eax" ::: "eax");
  assert(x == 5);
  return 0;
}

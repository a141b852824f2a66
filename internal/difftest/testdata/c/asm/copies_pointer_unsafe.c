// false
#include <assert.h>
int main(void) {
  int x = 1, *p = &x, *q;
  asm("" : "=r"(q) : "0"(p));
  *q = 2;
  assert(x == 1);
  return 0;
}

// false
#include <assert.h>
int main(void) {
  int n = 0;
again:
  n++;
  if (n < 3)
    asm goto("jmp %l[again]" : : : : again, out);
out:
  assert(n == 1);
  return 0;
}

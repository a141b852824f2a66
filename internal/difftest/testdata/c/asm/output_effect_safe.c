// true
#include <assert.h>
int main(void) {
  int a[3] = {1, 2, 3}, i = 0;
  asm volatile("" : "=r"(a[i++]) : "0"(7));
  assert(i == 1 && a[0] == 7 && a[1] == 2);
  return 0;
}

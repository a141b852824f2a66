// false
#include <assert.h>
int g = 1;
int main(void) {
  int x = 3;
  __asm__ __volatile__("" ::: "memory");
  __asm__ volatile("" : "+r"(x));
  assert(g == 1 && x == 4);
  return 0;
}

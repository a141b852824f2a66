// false
#include <assert.h>
int g = 1;
void f(void) { g = 2; }
int main(void) {
  asm volatile("call f");
  assert(g == 1);
  return 0;
}

// false
#include <assert.h>
int f(int) asm("g");
int f(int x) { return x + 1; }
int g(int);
int main(void) {
  assert(g(2) == 2);
  return 0;
}

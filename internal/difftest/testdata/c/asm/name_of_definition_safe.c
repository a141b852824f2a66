// true
#include <assert.h>
int f(int) asm("g");
int f(int x) { return x + 1; }
int g(int);
int main(void) {
  assert(g(2) == 3);
  return 0;
}

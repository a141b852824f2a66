// true
#include <assert.h>
int f(a, b) char a; float b; { return a + b; }
g(x) { return x + 1; }
static z = 3;
int k();
int main(void) {
  assert(f(257, 2.5) == 3 && g(2) == 3 && z == 3 && k(1, 2) == 3);
  return 0;
}
int k(a, b) int a, b; { return a + b; }

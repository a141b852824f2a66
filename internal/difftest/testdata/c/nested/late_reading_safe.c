// true
#include <assert.h>

static int pair(int a, int b) { return a * 100 + b; }
int main(void) {
  int x = 1;
  int g(void) { x += 10; return x; }
  int r = x - g();
  assert(r == 0);
  x = 1;
  assert(pair(g(), x) == 1111);
  x = 1;
  assert(x * 2 - g() == -9);
  return 0;
}

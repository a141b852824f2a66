// true
#include <assert.h>
static int n;
static int f(int k) { n++; return k; }
int main(void) {
  int x = f(0) ?: 5, y = f(3) ?: f(4);
  assert(x == 5 && y == 3 && n == 2);
  return 0;
}

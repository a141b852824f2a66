// false
#include <assert.h>

static int outer(int n) {
  int mine = n;
  int inner(void) { if (n > 0) { int r = outer(n - 1); return r + mine; } return mine; }
  int r = inner();
  assert(mine == 3);
  return r;
}
int main(void) {
  assert(outer(3) == 6);
  return 0;
}

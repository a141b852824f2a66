// true
#include <assert.h>
static int order;
static int t(int k) { order = order * 10 + k; return k; }
int main(void) {
  int a[4], r = t(1) + (t(2), t(3));
  a[t(1)] = (t(2), t(3));
  assert(r == 4 && a[1] == 3 && order == 213213);
  return 0;
}

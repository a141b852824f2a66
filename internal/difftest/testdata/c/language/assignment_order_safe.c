// true --32
#include <assert.h>
static int order;
static int t(int k) { order = order * 10 + k; return k; }
static unsigned u(int k) { order = order * 10 + k; return k; }
int main(void) {
  long a[4];
  int b[4];
  a[t(1)] = t(2);
  b[t(1)] = u(2);
  b[t(1)] = (int)t(2);
  assert(order == 122112);
  return 0;
}

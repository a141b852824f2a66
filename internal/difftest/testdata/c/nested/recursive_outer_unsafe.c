// false
#include <assert.h>

static int f(int n) {
  int here = n * 10;
  int get(int k) { if (k > 0) return get(k - 1); return here; }
  int below = n > 0 ? f(n - 1) : 0;
  return get(2) + below;
}
int main(void) {
  assert(f(3) == 30);
  return 0;
}

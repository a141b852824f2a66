// false
#include <assert.h>
static int order;
static int t(int k) { order = order * 10 + k; return k; }
int main(void) {
  int v[3] = {t(1), t(2), [0] = t(3)};
  assert(v[0] == 3 && v[1] == 2 && order == 123);
  return 0;
}

// false --entry f
#include <assert.h>
int g;
int named(int x) { g = x; return 0; }
void f(int (*cb)(int)) {
  g = 3;
  if (cb) cb(4);
  assert(g == 3);
}

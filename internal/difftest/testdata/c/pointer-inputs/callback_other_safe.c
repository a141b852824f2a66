// true --entry f --missing-bodies=input
#include <assert.h>
static int g;
static int named(int x) { g = x; return 0; }
void f(int (*cb)(int)) {
  g = 3;
  if (cb) cb(4);
  else named(3);
  assert(g == 3);
}

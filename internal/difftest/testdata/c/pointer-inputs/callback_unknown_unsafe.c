// false --entry f --missing-bodies=input
#include <assert.h>
int g;
static void set(void) { g = 1; }
void (*keep)(void) = set;
void f(void (*cb)(void)) {
  keep = set;
  g = 0;
  if (!cb) return;
  cb();
  assert(g == 1);
}

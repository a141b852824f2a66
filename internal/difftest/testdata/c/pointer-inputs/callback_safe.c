// true --entry f
#include <assert.h>
int g;
void set(void) { g = 1; }
void clear(void) { g = 0; }
void f(void (*cb)(void)) {
  g = 0;
  if (!cb) return;
  if (cb != set) return;
  cb();
  assert(g == 1);
}

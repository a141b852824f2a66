// false --entry f --missing-bodies=input
#include <assert.h>
int n;
void f(int (*a)(void), int (*b)(void)) {
  if (!a || !b) return;
  a(); b();
  assert(a == b);
}

// true --entry f --missing-bodies=input
#include <assert.h>
struct ops { int n; int (*get)(int); };
int one(int x) { return 1; }
void f(struct ops *o) {
  if (!o || o->get != one) return;
  assert(o->get(5) == 1);
}

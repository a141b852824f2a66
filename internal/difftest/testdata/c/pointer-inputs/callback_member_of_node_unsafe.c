// false --entry f
#include <assert.h>
#include <stdlib.h>
struct c { int (*f)(int); };
static int one(int x) { return 1; }
static int two(int x) { return 2; }
int (*used[])(int) = { one, two };
void f(struct c *c, int i) {
  if (!c || c->f != used[i & 1]) return;
  assert(c->f(0) == 1);
}

// false
#include <assert.h>
#include <stdlib.h>
struct ops { int (*get)(void); int n; };
int two(void) { return 2; }
int main(void) {
  struct ops *o = malloc(sizeof *o);
  o->get = two;
  o->n = 1;
  assert(o->get() == o->n);
}

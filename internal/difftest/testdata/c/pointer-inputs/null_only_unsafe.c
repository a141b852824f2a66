// false --entry f
#include <assert.h>
#include <stdlib.h>
int g, *q = &g;
void f(int *p) {
  *q = p ? 1 : 0;
  assert(g > 0);
}

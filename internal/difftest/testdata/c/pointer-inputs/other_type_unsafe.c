// false --entry f
#include <assert.h>
#include <stdlib.h>
int g, *q = &g;
void f(unsigned *p) {
  if (!p) return;
  *q = 1; *p = 2;
  assert(g == 1);
}

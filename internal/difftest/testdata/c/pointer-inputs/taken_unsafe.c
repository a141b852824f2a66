// false --entry f
#include <assert.h>
#include <stdlib.h>
int g, *q = &g;
void f(int *p) {
  if (!p) return;
  *q = 1; *p = 2;
  assert(g == 1);
}

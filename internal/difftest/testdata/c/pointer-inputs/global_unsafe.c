// false --entry f
#include <assert.h>
#include <stdlib.h>
int g;
void f(int *p) {
  if (!p) return;
  g = 1; *p = 2;
  assert(g == 1);
}

// false --entry f
#include <assert.h>
#include <stdlib.h>
int g;
void f(void) {
  int *p;
  if (p == &g) g = 1;
  assert(g == 0);
}

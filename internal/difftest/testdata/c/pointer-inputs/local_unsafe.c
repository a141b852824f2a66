// false --entry f
#include <assert.h>
#include <stdlib.h>
void f(int *p) {
  int x = 1, *q = &x;
  if (p) *q = 3;
  assert(x == 1 || !p);
}

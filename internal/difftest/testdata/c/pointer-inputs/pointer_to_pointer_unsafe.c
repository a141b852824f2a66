// false --entry f
#include <assert.h>
#include <stdlib.h>
int g;
void f(int **pp) {
  if (!pp || !*pp) return;
  g = 1;
  **pp = 2;
  assert(g == 1);
}

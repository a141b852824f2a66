// false --entry f
#include <assert.h>
#include <stdlib.h>
struct s { int *p; int k; };
int g;

void f(struct s s) {
  if (s.p == &g) {
    g = 1;
    *s.p = 2;
    assert(g == 1);
  }
}

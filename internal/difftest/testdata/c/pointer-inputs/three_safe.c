// true --entry f
#include <assert.h>
#include <stdlib.h>
void f(int *p, int *q, int *r) {
  if (!p || !q || !r || p == q || q == r || p == r) return;
  *p = 1; *q = 2; *r = 3;
  assert(*p == 1 && *q == 2);
}

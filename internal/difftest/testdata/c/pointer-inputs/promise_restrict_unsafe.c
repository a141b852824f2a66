// false --entry f
// Without restrict they may lead to one object; what restrict says of a pointer behind q is not about q.
#include <assert.h>
int f(int *q, int *p, int *restrict *r) {
  if (!p || !q)
    return 0;
  *p = 1;
  *q = 2;
  assert(*p == 1);
  return 0;
}

// true --entry f
// A restrict parameter leads to an object that no other parameter leads to.
#include <assert.h>
int f(int *q, int *__restrict__ p, int a[restrict], char *restrict s) {
  if (!p || !q || !a || !s)
    return 0;
  *p = 1;
  a[0] = 3;
  *q = 2;
  s[0] = 4;
  assert(*p == 1);
  assert(a[0] == 3);
  return 0;
}

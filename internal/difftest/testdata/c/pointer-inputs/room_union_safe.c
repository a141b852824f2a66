// true --entry f --check memory,division
#include <assert.h>
union u { int x; float f; };
void f(union u *a, short *b) {
  if (!a || !b)
    return;
  a->x = 1;
  *b = 2;
  assert(a->x == 1);
}

// true --entry f
#include <assert.h>
#include <stdlib.h>
int a[3];
void f(int *p) {
  int *q = a;
  if (!p) return;
  q[0] = 1; *p = 2;
  assert(p == a || a[0] == 1);
}

// false
#include <stdlib.h>
#include <assert.h>
#include <setjmp.h>

static jmp_buf b;
static int cmp(const void *x, const void *y) { longjmp(b, 4); return 0; }
int main(void) {
  int v[3] = {3, 2, 1};
  int r = setjmp(b);
  if (r == 0) { qsort(v, 3, sizeof v[0], cmp); assert(0); }
  assert(r == 0);
  return 0;
}

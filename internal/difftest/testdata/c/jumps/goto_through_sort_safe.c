// true
#include <assert.h>
#include <stdlib.h>

int main(void) {
  __label__ equal;
  int v[3] = {2, 1, 2};
  int cmp(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    if (x == y) goto equal;
    return x - y;
  }
  qsort(v, 3, sizeof v[0], cmp);
  assert(0);
equal:
  return 0;
}

// true
#include <stdlib.h>
#include <assert.h>

int main(void) {
  int calls = 0, v[3] = {3, 1, 2};
  int down(const void *a, const void *b) { calls++; return *(const int *)b - *(const int *)a; }
  qsort(v, 3, sizeof v[0], down);
  assert(v[0] == 3 && v[1] == 2 && v[2] == 1 && calls >= 2);
  return 0;
}

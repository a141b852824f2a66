// false --check none
// A number that was the address of a block before realloc moved it.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  int *p = malloc(2 * sizeof *p);
  if (!p) {
    return 0;
  }
  uintptr_t n = (uintptr_t)(p + 1);
  int *q = realloc(p, 4 * sizeof *q);
  if (!q) {
    free(p);
    return 0;
  }
  q[1] = 0;
  if ((uintptr_t)(q + 1) == n) {
    *(int *)n = 7;
    assert(q[1] == 0);
  }
  free(q);
  return 0;
}

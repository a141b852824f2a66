// false --check none
// A number that was the address of a block on the heap, which was freed.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  if (!p) {
    return 0;
  }
  uintptr_t n = (uintptr_t)p;
  free(p);
  int *q = malloc(sizeof *q);
  if (!q) {
    return 0;
  }
  *q = 0;
  if ((uintptr_t)q == n) {
    *(int *)n = 7;
    assert(*q == 0);
  }
  free(q);
  return 0;
}

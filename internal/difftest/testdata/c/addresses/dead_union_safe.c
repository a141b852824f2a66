// true --check none
// A number in a union with a pointer, after its object has ended.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  union { uintptr_t n; int *p; } u;
  int *p = malloc(sizeof *p);
  if (!p) {
    return 0;
  }
  u.n = (uintptr_t)p | 1;
  u.n &= ~(uintptr_t)1;
  free(p);
  int *q = malloc(sizeof *q);
  if (!q) {
    return 0;
  }
  *q = 0;
  if ((uintptr_t)q == u.n) {
    *u.p = 7;
    assert(*q == 7);
  }
  free(q);
  return 0;
}

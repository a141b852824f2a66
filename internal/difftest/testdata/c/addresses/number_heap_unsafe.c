// false
// Tagged pointers to blocks in an array.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  uintptr_t t[2];
  for (int i = 0; i < 2; i++) {
    int *p = malloc(sizeof *p);
    if (!p) {
      abort();
    }
    *p = i;
    t[i] = (uintptr_t)p | (i == 1);
  }
  int k = __VERIFIER_nondet_int() & 1;
  int *p = (int *)(t[k] & ~(uintptr_t)1);
  assert(*p == 0);
  free((int *)t[0]);
  free((int *)(t[1] - 1));
  return 0;
}

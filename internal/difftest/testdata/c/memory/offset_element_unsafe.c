// false
// An element of a block, through two pointers.
// inputs: 100 17
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint();
  if (n > 100000 || i >= n) {
    return 0;
  }
  int *a = malloc(n * sizeof *a);
  if (!a) {
    return 0;
  }
  a[i] = 1;
  int *p = a + i;
  *p += 2;
  assert(a[i] == 3 && i != 17);
  free(a);
  return 0;
}

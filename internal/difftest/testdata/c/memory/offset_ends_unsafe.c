// false
// Both ends of a block of any size.
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 1 || n > 100000) {
    return 0;
  }
  int *a = malloc(n * sizeof *a);
  if (!a) {
    return 0;
  }
  a[0] = 1;
  a[n - 1] = 2;
  assert(a[0] == 1 && a[n - 1] == 2);
  free(a);
  return 0;
}

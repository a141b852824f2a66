// false
// Two elements of a block change places.
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned i = __VERIFIER_nondet_uint() % 1000, j = __VERIFIER_nondet_uint() % 1000;
  int *a = calloc(1000, sizeof *a);
  if (!a) {
    return 0;
  }
  a[i] = 5;
  a[j] = 6;
  int t = a[i];
  a[i] = a[j];
  a[j] = t;
  assert(a[i] == 6 && a[j] == 5);
  free(a);
  return 0;
}

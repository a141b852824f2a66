// true
// A byte of a word at an unknown place.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned i = __VERIFIER_nondet_uint() % 500, k = __VERIFIER_nondet_uint() % 2000;
  unsigned *a = calloc(500, sizeof *a);
  if (!a) {
    return 0;
  }
  a[i] = 77;
  ((unsigned char *)a)[k] = 1;
  assert(a[i] == 77 || k / 4 == i);
  free(a);
  return 0;
}

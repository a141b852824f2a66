// false
// The last byte of a block of any size.
// inputs: 300
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 1000000) {
    return 0;
  }
  char *p = malloc(n + 1);
  if (!p) {
    return 0;
  }
  p[n] = 7;
  assert(p[n] == 7 && n != 300);
  free(p);
  return 0;
}

// false
// The first address in a block that is a multiple of 8.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  char *b = malloc(32);
  if (!b) {
    return 0;
  }
  unsigned k = __VERIFIER_nondet_uint() % 16;
  uintptr_t u = ((uintptr_t)(b + k) + 7) & ~(uintptr_t)7;
  char *p = (char *)u;
  *p = 5;
  assert(p - b != 16);
  free(b);
  return 0;
}

// true
// A pointer whose lowest bits hold a state that changes.
#include <assert.h>
#include <stdint.h>

extern unsigned __VERIFIER_nondet_uint(void);

static long x;

int main(void) {
  uintptr_t u = (uintptr_t)&x;
  unsigned n = __VERIFIER_nondet_uint();
  u ^= 4;
  if (n & 1) {
    u ^= 2;
  }
  if (n & 1) {
    u ^= 2;
  }
  u ^= 4;
  long *p = (long *)u;
  *p = 7;
  assert(x == 7);
  return 0;
}

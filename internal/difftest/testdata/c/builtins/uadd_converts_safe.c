// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned r;
  int x = __VERIFIER_nondet_int();
  assert(!__builtin_uadd_overflow(x, 0, &r));
  assert(r == (unsigned)x && __builtin_uadd_overflow(-1, 1, &r));
  return 0;
}

// true
#include <assert.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  _Atomic _Bool b = 0;
  int x = __VERIFIER_nondet_int();
  b = x;
  assert(b == (x != 0) && (b |= 4) == 1);
  return 0;
}

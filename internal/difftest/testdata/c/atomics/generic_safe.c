// true
#include <assert.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  long long a = __VERIFIER_nondet_int(), b = 5, c, e;
  long long old = a;
  __atomic_exchange(&a, &b, &c, __ATOMIC_SEQ_CST);
  __atomic_load(&a, &e, __ATOMIC_ACQUIRE);
  assert(c == old && e == 5);
  return 0;
}

// true
#include <assert.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  atomic_int a = 3;
  int x = __VERIFIER_nondet_int(), e = x;
  _Bool done = atomic_compare_exchange_strong(&a, &e, 9);
  assert(done == (x == 3) && e == 3 && a == (done ? 9 : 3));
  return 0;
}

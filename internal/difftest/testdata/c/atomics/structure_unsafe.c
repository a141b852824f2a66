// false
#include <assert.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
struct P { int a, b; };
int main(void) {
  struct P x = {1, 2}, e = {1, 2}, d = {__VERIFIER_nondet_int(), 4};
  _Atomic struct P a;
  atomic_store(&a, x);
  assert(atomic_compare_exchange_strong(&a, &e, d));
  assert(!atomic_compare_exchange_strong(&a, &x, e) || d.a == 1);
  assert(x.b == 2 && atomic_load(&a).a == d.a);
  return 0;
}

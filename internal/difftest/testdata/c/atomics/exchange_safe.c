// true
#include <assert.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  atomic_int a;
  int x = __VERIFIER_nondet_int();
  atomic_init(&a, x);
  assert(atomic_exchange(&a, 7) == x && atomic_load(&a) == 7);
  return 0;
}

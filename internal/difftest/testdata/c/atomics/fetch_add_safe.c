// true
#include <assert.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  atomic_int a = 5;
  int x = __VERIFIER_nondet_int() & 255;
  int old = atomic_fetch_add(&a, x);
  assert(old == 5 && a == x + 5);
  return 0;
}

// false
#include <assert.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = x;
  int r = __sync_val_compare_and_swap(&x, 5, 6);
  assert(r == y && (y == 5 ? x == 6 : x == y));
  assert(__sync_bool_compare_and_swap(&x, x, 1) && x == 0);
  return 0;
}

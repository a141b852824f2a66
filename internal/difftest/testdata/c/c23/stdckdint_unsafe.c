// false --32 -std=c23
// gcc: newer
// inputs: 2147483647
#include <assert.h>
#include <limits.h>
#include <stdckdint.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), r;
  bool over = ckd_add(&r, x, 1);
  assert(over == (x == INT_MIN));
  unsigned char c;
  assert(ckd_mul(&c, 16, 17) && c == 16 && !ckd_sub(&r, 5u, 7) && r == -2);
  static_assert(_Generic(ckd_add(&r, 1, 2), bool: 1, default: 0));
  return 0;
}

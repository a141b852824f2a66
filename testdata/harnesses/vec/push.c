/* Up to four free numbers pushed are there, and the capacity suffices. */
#include <assert.h>
#include "vec.h"
extern int __VERIFIER_nondet_int(void);

int main(void) {
  vec_int_t v;
  int n = __VERIFIER_nondet_int(), last = 0;
  if (n < 0 || n > 4) return 0;
  vec_init(&v);
  for (int i = 0; i < n; i++) {
    last = __VERIFIER_nondet_int();
    if (vec_push(&v, last) != 0) return 0;
  }
  assert(v.length == n && v.length <= v.capacity);
  if (n > 0) assert(vec_last(&v) == last);
  vec_deinit(&v);
  return 0;
}

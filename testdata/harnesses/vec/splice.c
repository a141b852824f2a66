/* A part of four numbers, with free bounds, is taken out; those after it move down. */
#include <assert.h>
#include "vec.h"
extern int __VERIFIER_nondet_int(void);

int main(void) {
  vec_int_t v;
  int start = __VERIFIER_nondet_int(), count = __VERIFIER_nondet_int();
  if (start < 0 || count < 0 || start > 4 || count > 4 - start) return 0;
  vec_init(&v);
  for (int i = 0; i < 4; i++)
    if (vec_push(&v, 10 * i) != 0) return 0;
  vec_splice(&v, start, count);
  assert(v.length == 4 - count);
  for (int i = 0; i < v.length; i++) assert(v.data[i] == 10 * (i < start ? i : i + count));
  vec_deinit(&v);
  return 0;
}

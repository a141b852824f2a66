// false
#include <assert.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  atomic_int n = 0;
  int k = __VERIFIER_nondet_int(), i;
  if (k < 0 || k > 500) return 0;
  for (i = 0; i < k; i++)
    atomic_fetch_add_explicit(&n, 2, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  assert(n == k + k / 2);
  return 0;
}

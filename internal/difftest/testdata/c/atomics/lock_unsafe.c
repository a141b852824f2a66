// false
#include <assert.h>
#include <stdatomic.h>
int main(void) {
  int l = 0;
  int a = __sync_lock_test_and_set(&l, 1), b = __sync_lock_test_and_set(&l, 1);
  __sync_lock_release(&l);
  assert(a == 0 && b == 1 && l == 1);
  return 0;
}

// false
#include <assert.h>
#include <stdatomic.h>
int main(void) {
  atomic_int a = 0;
  assert(atomic_is_lock_free(&a) && ATOMIC_INT_LOCK_FREE == 2 && __atomic_always_lock_free(3, 0));
  return 0;
}

// true
#include <assert.h>
#include <stdatomic.h>
int main(void) {
  atomic_flag f = ATOMIC_FLAG_INIT;
  _Bool first = atomic_flag_test_and_set(&f), second = atomic_flag_test_and_set(&f);
  atomic_flag_clear(&f);
  assert(!first && second && !atomic_flag_test_and_set(&f));
  return 0;
}

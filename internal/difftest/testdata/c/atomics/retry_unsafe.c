// false
#include <assert.h>
#include <stdatomic.h>
int main(void) {
  atomic_uint a = 10;
  unsigned old = atomic_load(&a);
  int tries = 0;
  do
    tries++;
  while (!atomic_compare_exchange_weak(&a, &old, old * 2));
  assert(a == 10 && old == 10);
  return 0;
}

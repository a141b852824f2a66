// false
#include <assert.h>
#include <stdatomic.h>
int main(void) {
  int a[4] = {1, 2, 3, 4};
  int *p = a;
  __sync_fetch_and_add(&p, sizeof(int));
  int *q = __atomic_add_fetch(&p, 1, __ATOMIC_SEQ_CST);
  assert(q == &a[2] && *p == 3);
  return 0;
}

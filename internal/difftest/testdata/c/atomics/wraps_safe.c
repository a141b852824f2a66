// true
#include <assert.h>
#include <stdatomic.h>
int main(void) {
  atomic_int a = 0x7fffffff;
  int r = atomic_fetch_add(&a, 1);
  assert(r == 0x7fffffff && a < 0);
  return 0;
}

// true
#include <assert.h>
#include <stdatomic.h>
int main(void) {
  unsigned long long w = 0x1122334455667788ull;
  unsigned short h = __atomic_fetch_add_2(&w, 1, 0);
  assert(h == 0x7788 && w == 0x1122334455667789ull);
  return 0;
}

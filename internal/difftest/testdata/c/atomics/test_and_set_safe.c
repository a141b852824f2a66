// true
#include <assert.h>
#include <stdatomic.h>
int main(void) {
  unsigned x = 0x12345600;
  assert(!__atomic_test_and_set(&x, 5) && x == 0x12345601);
  __atomic_clear(&x, 5);
  assert(x == 0x12345600);
  return 0;
}

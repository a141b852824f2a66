// true
#include <assert.h>
#include <stdatomic.h>
int main(void) {
  _Atomic double d = 1.5;
  double e = 2.5;
  assert(atomic_exchange(&d, 2.5) == 1.5);
  assert(atomic_compare_exchange_strong(&d, &e, -0.0));
  e = 0.0;
  assert(!atomic_compare_exchange_strong(&d, &e, 3.0));
  return 0;
}

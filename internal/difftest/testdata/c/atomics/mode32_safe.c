// true --32
#include <assert.h>
#include <stdatomic.h>
int main(void) {
  _Atomic long l = 0x7fffffff;
  struct { char c; _Atomic long long a; } s;
  assert(atomic_fetch_add(&l, 1) > 0 && l < 0 && sizeof s == 16);
  return 0;
}

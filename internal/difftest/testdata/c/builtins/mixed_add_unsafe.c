// false
#include <assert.h>
int main(void) {
  unsigned long long a = -1ull;
  long long r;
  _Bool o = __builtin_add_overflow(a, -1, &r);
  assert(o);
  assert(__builtin_add_overflow(0x7fffffffffffffffull, -1, &r));
  return 0;
}

// true
#include <assert.h>
int main(void) {
  __int128 m = ~((__int128)1 << 127), r;
  long long s;
  int o = __builtin_add_overflow(m, 1, &r);
  assert(o == 1 && r < 0 && !__builtin_mul_overflow((__int128)1 << 40, 3, &s) && s == 3LL << 40);
}

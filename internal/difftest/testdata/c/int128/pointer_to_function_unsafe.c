// false
#include <assert.h>
static __int128 neg(__int128 x) { return -x; }
static __int128 inc(__int128 x) { return x + 1; }
int main(void) {
  __int128 (*f[2])(__int128) = {neg, inc};
  __int128 x = (__int128)1 << 70;
  for (int i = 0; i < 4; i++) x = f[i % 2](x);
  assert(x == ((__int128)1 << 70) + 1);
}

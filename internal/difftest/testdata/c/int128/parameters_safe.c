// true
#include <assert.h>
static __int128 f(int a, __int128 b, char c, unsigned __int128 d) { return a + b * c - (__int128)d; }
int main(void) {
  __int128 r = f(1, (__int128)1 << 90, 4, 3);
  assert(r == ((__int128)1 << 92) - 2);
}

// false
#include <assert.h>
static void twice(__int128 *p) { *p += *p; }
int main(void) {
  __int128 x = ((__int128)1 << 63) + 1;
  twice(&x);
  assert(x == ((__int128)1 << 64) + 1);
}

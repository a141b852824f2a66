// false
#include <assert.h>
int main(void) {
  unsigned __int128 x = ((unsigned __int128)1 << 120) + 1;
  double d = x;
  assert(d == 0x1p120 && (unsigned __int128)d == x);
}

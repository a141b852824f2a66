// false
#include <assert.h>
int main(void) {
  double d = -0x1.8p100;
  __int128 x = d;
  assert(x == -((__int128)3 << 98));
}

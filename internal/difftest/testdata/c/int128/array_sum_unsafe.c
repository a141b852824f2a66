// false
#include <assert.h>
int main(void) {
  __int128 a[4] = {1, -2, (__int128)3 << 64, 4}, s = 0;
  for (int i = 0; i < 4; i++) s += a[i];
  assert(s == ((__int128)3 << 64) + 2);
}

// true
#include <assert.h>
int main(void) {
  __int128 a = -((__int128)7 << 80);
  assert(a / 3 == -(((__int128)7 << 80) / 3) && a % 3 <= 0);
}

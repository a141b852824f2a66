// false
#include <assert.h>
int main(void) {
  __int128 x, y;
  y = x;
  assert(x - y == 1);
}

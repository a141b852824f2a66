// true
#include <assert.h>
int main(void) {
  __int128 a = (__int128)1 << 64;
  a -= 1;
  assert(a == 0xffffffffffffffffULL);
}

// false
#include <assert.h>
union u { unsigned __int128 v; unsigned char b[16]; unsigned long long h[2]; };
int main(void) {
  union u x;
  x.v = (unsigned __int128)0x1122 << 64 | 0x33;
  assert(x.h[1] == 0x1122 && x.b[0] == 0x33 && x.b[9] == 0x22);
}

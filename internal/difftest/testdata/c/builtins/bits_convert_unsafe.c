// false
#include <assert.h>
int main(void) {
  assert(__builtin_popcount(0x1ffffffffLL) == 32 && __builtin_ctz(0x100000010LL) == 4 && __builtin_clz(0x100000001LL) == 0);
  return 0;
}

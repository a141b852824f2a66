// false
#include <assert.h>
int main(void) {
  assert(0x1p4 == 16 && 0x.8p1f == 1.0f && 0x1.8p+1 == 3 && 0x1P-1 == 2);
  return 0;
}

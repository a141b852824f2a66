// false --32 -std=gnu89
#include <assert.h>
int main(void) {
  assert(-2147483648 < 0 && sizeof(2147483648) == 4 && -2147483647 < 0 && 0xffffffff > 0);
  return 0;
}

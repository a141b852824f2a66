// true --32 -std=gnu99
#include <assert.h>
int main(void) {
  assert(-2147483648 < 0 && sizeof(2147483648) == 8);
  return 0;
}

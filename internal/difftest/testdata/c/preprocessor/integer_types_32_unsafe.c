// false --32
#include <assert.h>
int main(void) {
  assert(_Generic(2147483648, long long: 1, default: 0) && _Generic(0xffffffff, unsigned: 1, default: 0) && _Generic(4294967295, long long: 1, default: 0));
  assert(_Generic(sizeof 1, unsigned: 1, default: 0) && sizeof 1L == 8);
  return 0;
}

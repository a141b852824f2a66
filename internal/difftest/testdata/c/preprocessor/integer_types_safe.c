// true
#include <assert.h>
int main(void) {
  assert(_Generic(2147483648, long: 1, default: 0) && _Generic(0x80000000, unsigned: 1, default: 0) && _Generic(0b11u, unsigned: 1, default: 0));
  assert(-1 > 0u && 0xffffffff > 0 && _Generic(1llu, unsigned long long: 1, default: 0));
  return 0;
}

// false
#include <assert.h>
int main(void) {
  int r;
  assert(!__builtin_sadd_overflow(0x100000000LL, 1, &r) && r == 0);
  return 0;
}

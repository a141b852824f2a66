// true --32
#include <assert.h>
int main(void) {
  unsigned a = 4294967295u, r;
  int x = -1;
  assert(__builtin_uaddl_overflow(a, x, (unsigned long *)&r) == 1 && __builtin_clzl(1) == 31);
  return 0;
}

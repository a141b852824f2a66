// false
#include <assert.h>
#include <stddef.h>
#define is_constexpr(x) (sizeof(int) == sizeof(*(8 ? ((void *)((long)(x) * 0l)) : (int *)8)))
int main(void) {
  int n = 3;
  assert(is_constexpr(4 + sizeof n) && is_constexpr(n));
  return 0;
}

// false
#include <assert.h>
#if __has_c_attribute(fallthrough) >= 201900L && !__has_c_attribute(noreturn)
int x = 1;
#else
int x = 0;
#endif
int main(void) {
  assert(x == 0);
  return 0;
}

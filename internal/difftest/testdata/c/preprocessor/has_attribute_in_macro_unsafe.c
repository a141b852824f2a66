// false
#include <assert.h>
#define HAS(x) __has_attribute(x)
#if HAS(cold) && !HAS(no_such_attribute)
int x = 1;
#else
int x = 2;
#endif
int main(void) {
  assert(x == 2);
  return 0;
}

// true
#include <assert.h>
#if defined(__has_builtin) && __has_builtin(__builtin_expect) && !__has_builtin(__builtin_readcyclecounter)
int x = 1;
#else
int x = 0;
#endif
int main(void) {
  assert(x == 1);
  return 0;
}

// true --32
#include <assert.h>
#if defined __SSE2__ && defined __i386__ && __SIZEOF_LONG__ == 4 && !defined __LP64__ && __WCHAR_MAX__ == 2147483647L
int x = 1;
#else
int x = 0;
#endif
int main(void) {
  assert(x == 1);
  return 0;
}

// true
#include <assert.h>
#if defined __SSE2__ && defined __VERSION__ && !defined __OPTIMIZE__ && __SIZEOF_POINTER__ == 8 && defined __x86_64__
int x = 1;
#else
int x = 0;
#endif
int main(void) {
  assert(x == 1 && sizeof __VERSION__ == 7);
  return 0;
}

// false
#include <assert.h>
#if -1 > 0u && 'a' == 97 && L'\xff' == 255 && u'a' == 97 && (2 || 1 / 0) && 0x7fffffffffffffff + 0 > 0 && -1 >> 1 == -1
int x = 1;
#else
int x = 0;
#endif
#if defined x || UNKNOWN
int y = 1;
#elif 1 ? 2 : 1 / 0
int y = 2;
#endif
int main(void) {
  assert(x == 1 && y == 1);
  return 0;
}

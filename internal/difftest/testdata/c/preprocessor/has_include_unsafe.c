// false
#include <assert.h>
#if __has_include(<stdio.h>) && !__has_include("no such file.h")
int x = 1;
#else
int x = 0;
#endif
int main(void) {
  assert(x == 0);
  return 0;
}

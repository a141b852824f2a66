// false
#include <assert.h>
#include <stdarg.h>
static __int128 sum(int n, ...) {
  va_list ap;
  __int128 s = 0;
  va_start(ap, n);
  for (int i = 0; i < n; i++) {
    s += va_arg(ap, __int128);
    s += va_arg(ap, int);
  }
  va_end(ap);
  return s;
}
int main(void) { assert(sum(2, (__int128)1 << 65, 1, (__int128)-1, 2) == ((__int128)1 << 65) + 3); }

// true
#include <stdarg.h>
#include <assert.h>

int main(void) {
  int sum = 0;
  void add(int n, ...) {
    va_list ap;
    va_start(ap, n);
    while (n-- > 0) sum += va_arg(ap, int);
    va_end(ap);
  }
  add(3, 1, 2, 3);
  assert(sum == 6);
  return 0;
}

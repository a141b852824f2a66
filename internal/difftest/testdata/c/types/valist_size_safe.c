// true
#include <assert.h>
#include <stddef.h>
#include <stdarg.h>
struct a { va_list ap; int n; };
int main(void) {
  assert(sizeof(va_list) == 24 && sizeof(struct a) == 32);
  return 0;
}

// false --32
#include <assert.h>
#include <stddef.h>
#include <stdarg.h>
struct a { va_list ap; int n; };
int main(void) {
  assert(sizeof(struct a) == 8 && sizeof(va_list) == 24);
  return 0;
}

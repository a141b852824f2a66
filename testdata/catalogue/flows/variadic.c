#include <stdarg.h>
typedef TYPE type;
static void sink(int count, ...) {
  va_list ap;
  va_start(ap, count);
  type data = va_arg(ap, type);
  va_end(ap);
  SINK(data)
}
int main(void) {
  type data = START;
  SOURCE(data)
  sink(1, data);
  return 0;
}

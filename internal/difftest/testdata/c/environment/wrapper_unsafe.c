// false
#include <assert.h>
#include <stdlib.h>
static long level(const char *name, long otherwise) {
  const char *text = getenv(name);
  if (!text)
    return otherwise;
  long value = strtol(text, 0, 10);
  return value < 0 ? otherwise : value;
}
int main(void) {
  long first = level("FIRST_LEVEL", 1), second = level("SECOND_LEVEL", 2);
  assert(first >= 0);
  assert(second != 7);
  return 0;
}

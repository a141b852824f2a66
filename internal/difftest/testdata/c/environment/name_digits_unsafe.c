// false --check memory
#include <stdlib.h>
static unsigned long level(const char *name, unsigned long other) {
  const char *text = getenv(name);
  return *text ? strtoul(text, 0, 10) : other;
}
int main(void) { return level("A", 1) + level("B", 2) > 7; }

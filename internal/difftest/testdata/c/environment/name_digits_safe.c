// true --check memory
#include <stdlib.h>
static unsigned long level(const char *name, unsigned long other) {
  const char *text = getenv(name);
  if (!text) return other;
  char *end = (char *)text;
  unsigned long v = strtoul(text, &end, 10);
  if (*end) return other;
  return v;
}
int main(void) { return level("A", 1) + level("B", 2) > 7; }

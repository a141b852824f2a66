// false
#include <assert.h>
#include <stdlib.h>
static char *ask(const char *name) { return getenv(name); }
int main(void) {
  char *a = ask("HOME"), *b = ask("NO_SUCH");
  assert(!a == !b);
  return 0;
}

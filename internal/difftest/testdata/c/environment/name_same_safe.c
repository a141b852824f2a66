// true
#include <assert.h>
#include <stdlib.h>
static char *ask(const char *name) { return getenv(name); }
int main(void) {
  char *a = ask("A"), *b = ask("B"), *c = ask("A");
  assert(a == c);
  return b != 0;
}

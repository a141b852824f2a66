// false
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *(*ask)(const char *) = getenv;
  assert(ask("NO_SUCH") || ask("HOME") != getenv("HOME"));
  return 0;
}

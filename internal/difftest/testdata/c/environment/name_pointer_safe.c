// true
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *(*ask)(const char *) = getenv;
  assert(ask("A") == getenv("A"));
  return 0;
}

// false --check memory
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *e = getenv("HOME");
  assert(e != 0);
  return 0;
}

// true --check memory
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *a = getenv("A"), *b = getenv("A");
  assert(a == b);
  return 0;
}

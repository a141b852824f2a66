// false --check memory
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *a = getenv("A"), *b = getenv("B");
  assert(!a == !b);
  return 0;
}

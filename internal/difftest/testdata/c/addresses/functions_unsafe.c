// false
#include <assert.h>
#include <stdlib.h>
static int f(void) { return 1; }
static int h(void) { return 2; }
int main(void) {
  int (*p)(void) = h;
  assert(p != h || p() == 1);
}

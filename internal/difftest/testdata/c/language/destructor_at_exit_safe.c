// true
#include <assert.h>
#include <stdlib.h>
int x = 1;
__attribute__((destructor)) static void d(void) { assert(x == 2); }
static void leave(void) { x = 2; exit(0); }
int main(void) {
  leave();
  x = 3;
  return 0;
}

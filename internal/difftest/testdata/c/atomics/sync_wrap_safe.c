// true
#include <assert.h>
#include <stdatomic.h>
int main(void) {
  signed char c = 100;
  int r = __sync_add_and_fetch(&c, 300);
  assert(r == -112 && c == -112);
  return 0;
}

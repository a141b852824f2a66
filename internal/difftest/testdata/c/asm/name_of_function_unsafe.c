// false
#include <assert.h>
extern int triple(int) __asm__("by_three");
int by_three(int x) { return 3 * x; }
int main(void) {
  assert(triple(2) == 2);
  return 0;
}

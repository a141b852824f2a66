// true
#include <assert.h>
int here __asm__("there");
extern int there;
int main(void) {
  here = 6;
  there = 7;
  assert(here == 7);
  return 0;
}

// false
#include <assert.h>
int here __asm__("there");
extern int there;
int main(void) {
  here = 6;
  there = 7;
  assert(here == 6);
  return 0;
}

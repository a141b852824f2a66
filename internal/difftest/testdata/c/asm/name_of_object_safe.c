// true --missing-bodies=input
#include <assert.h>
extern int here __asm__("there");
int there = 5;
int main(void) {
  here = 6;
  assert(there == 6);
  return 0;
}

// false
#include <assert.h>
int there = 3;
int main(void) {
  extern int here asm("there");
  here++;
  assert(there == 3);
  return 0;
}

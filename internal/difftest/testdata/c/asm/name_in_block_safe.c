// true
#include <assert.h>
int there = 3;
int main(void) {
  extern int here asm("there");
  here++;
  assert(there == 4);
  return 0;
}

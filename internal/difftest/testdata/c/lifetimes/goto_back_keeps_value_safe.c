// true --check none
#include <assert.h>
int main(void) {
  int n = 0, rounds = 0;
outer: {
    int x;
    if (rounds > 1) goto in;
    x = 4;
  again:
    n++;
  in:
    assert(x == 4); // goto again does not leave the block, goto outer does
    if (n % 3) goto again;
  }
  if (++rounds < 2) goto outer;
  return 0;
}

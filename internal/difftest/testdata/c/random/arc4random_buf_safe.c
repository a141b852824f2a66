// true --check memory
#include <assert.h>
#include <stdlib.h>
struct key { unsigned char b[8], end; };
int main(void) {
  struct key k = {.end = 7};
  arc4random_buf(k.b, sizeof k.b);
  arc4random_buf(0, 0);
  assert(k.end == 7);
  k.b[0] |= 1;
  assert(k.b[0] != 0);
}

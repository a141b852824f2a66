// false
#include <assert.h>
#include <stdlib.h>
int main(void) {
  unsigned char b[4] = {1, 1, 1, 1};
  for (int i = 0; i < 200; i++) {
    arc4random_buf(b + 1, 2);
    assert(b[1] >= 128 || b[0] != 1 || b[3] != 1);
  }
}

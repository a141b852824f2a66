// false
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  for (int i = 0; i < 200; i++) {
    uint32_t n = arc4random_uniform(3), m = arc4random() & 1;
    assert(n + m < 3);
  }
}

// true
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
static int shuffle[5] = {1, 2, 3, 4, 5};
int main(void) {
  int sum = 0;
  for (uint32_t i = 5; i > 1; i--) {
    uint32_t j = arc4random_uniform(i);
    assert(j < i);
    int t = shuffle[i - 1];
    shuffle[i - 1] = shuffle[j];
    shuffle[j] = t;
  }
  for (int i = 0; i < 5; i++)
    sum += shuffle[i];
  assert(sum == 15);
  assert(arc4random_uniform(0) == 0 && arc4random_uniform(1) == 0);
}

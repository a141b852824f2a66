// false --check none
#include <assert.h>
int main(void) {
  for (int i = 0; i < 2; i++) {
    int set = 0;
    if (i) goto in;
    int x;
    x = 1, set = 1;
  in:
    assert(x == 1); // the second x has no value
  }
  return 0;
}

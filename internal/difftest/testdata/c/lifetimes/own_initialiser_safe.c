// true --check none
#include <assert.h>
int main(void) {
  for (int i = 0; i < 2; i++) {
    int x = i ? 3 + 0 * sizeof x : 3; // this x, not that of the last round
    assert(x == 3);
  }
  return 0;
}

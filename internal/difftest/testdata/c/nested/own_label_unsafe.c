// false
#include <assert.h>

int main(void) {
  int n = 0;
  void up(int k) {
  again:
    n++;
    if (--k > 0) goto again;
  }
  up(3);
  assert(n == 1);
  return 0;
}

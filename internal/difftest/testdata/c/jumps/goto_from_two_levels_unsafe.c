// false
#include <assert.h>

static int f(int k) {
  __label__ first, second;
  int r = 0;
  void mid(int m) {
    void low(void) { r++; if (m) goto second; goto first; }
    low();
    r += 100;
  }
  mid(k);
first:
  r += 10;
second:
  return r;
}
int main(void) {
  assert(f(0) == 11 && f(1) == 11);
  return 0;
}

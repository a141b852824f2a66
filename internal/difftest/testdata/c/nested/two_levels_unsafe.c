// false
#include <assert.h>

int main(void) {
  int a = 1;
  int mid(int b) {
    int low(int c) { a += c; b += a; return b; }
    low(1);
    return low(2) + b;
  }
  assert(mid(10) == 33 && a == 4);
  return 0;
}

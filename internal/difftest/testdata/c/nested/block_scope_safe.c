// true
#include <assert.h>

int main(void) {
  int total = 0;
  for (int i = 0; i < 3; i++) {
    int square(void) { return i * i; }
    if (i > 0) {
      int i = 100;
      int other(void) { return i + square(); }
      total += other();
    }
  }
  assert(total == 205);
  return 0;
}

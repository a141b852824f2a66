// true
#include <assert.h>
int main(void) {
  long double x = 0x1p64L;
  assert(x + 1 == x && x + 3 == x + 4);
}

// false
#include <assert.h>
int main(void) {
  long double x = 0x1p-16445L;
  assert(x > 0 && x / 2 == 0 && x / 2 * 4 != 0);
}

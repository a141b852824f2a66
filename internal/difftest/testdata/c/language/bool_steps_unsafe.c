// false
#include <assert.h>
int main(void) {
  _Bool b = 0;
  b--;
  b -= 3;
  assert(b == 0);
  return 0;
}

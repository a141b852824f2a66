// true
#include <assert.h>
int main(void) {
  _Bool b = 0;
  b--;
  b -= 3;
  assert(b == 1);
  return 0;
}

// true
#include <assert.h>
int main(void) {
  int x = 3;
  typeof(x++) y = 4;
  __auto_type z = x + 1L;
  int k = _Generic(x++, int: y, default: 0);
  assert(x == 3 && sizeof z == 8 && k == 4);
  return 0;
}

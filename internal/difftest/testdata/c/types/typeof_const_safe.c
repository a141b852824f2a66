// true
#include <assert.h>
#include <stddef.h>
int main(void) {
  typeof(const int) c = 3;
  const int *p = &c;
  typeof(*p) d = 4;
  typeof(d + 0) e = 5;
  e = 6;
  assert(_Generic(&d, const int *: 1, default: 0) && _Generic(&e, int *: 1, default: 0) && c + d + e == 13);
  return 0;
}

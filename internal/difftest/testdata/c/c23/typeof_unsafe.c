// false --32 -std=c23
// gcc: newer
#include <assert.h>
int main(void) {
  const int a = 1;
  typeof(a) b = 2;
  typeof_unqual(a) c = 3;
  typeof_unqual(const volatile char) d = 4;
  c++;
  d++;
  static_assert(_Generic(&b, const int *: 1, default: 0) && _Generic(&c, int *: 1, default: 0));
  assert(a + b + c + d == 11);
  return 0;
}

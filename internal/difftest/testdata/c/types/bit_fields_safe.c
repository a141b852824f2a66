// true
#include <assert.h>
#include <stddef.h>
struct s { unsigned a : 3; unsigned b : 32; int c : 8; unsigned long long d : 40; enum { P } : 2; _Bool e : 1; } s;
int main(void) {
  assert(_Generic(s.a + 0, int: 1, default: 0) && _Generic(s.b + 0, unsigned: 1, default: 0) && _Generic(s.c, signed char: 1, default: 0) && _Generic(s.e, _Bool: 1, default: 0) && sizeof(s.d + 0) == 8 && s.a - 1 < 0 && s.b - 1 > 0);
  return 0;
}

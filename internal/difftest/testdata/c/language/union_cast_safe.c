// true
#include <assert.h>
union u { int i; double d; };
int main(void) {
  union u x = (union u)3;
  assert(x.i == 3);
  x = (union u)2.5;
  assert(x.d == 2.5);
  return 0;
}

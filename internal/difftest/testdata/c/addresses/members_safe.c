// true
#include <assert.h>
#include <stdlib.h>
struct { int a, b; } s;
int main(void) {
  int *p = &s.a, *q = &s.b;
  *p = 1; *q = 2;
  assert(s.a == 1 && p != q);
}

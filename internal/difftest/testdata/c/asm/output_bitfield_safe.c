// true
#include <assert.h>
struct s { unsigned a : 3, b : 5, c : 8; };
int main(void) {
  struct s v = {1, 2, 3};
  unsigned t;
  asm("" : "=r"(t) : "0"(21));
  v.b = t;
  assert(v.a == 1 && v.b == 21 && v.c == 3);
  return 0;
}

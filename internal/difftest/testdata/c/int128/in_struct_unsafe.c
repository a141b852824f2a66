// false
#include <assert.h>
struct s { char c; __int128 v; short t; } g = {1, -2, 3};
int main(void) {
  struct s a = g, b;
  a.v *= 5;
  b = a;
  assert(sizeof(struct s) == 48 && b.v == 10 && b.t == 3);
}

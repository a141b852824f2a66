// true
#include <assert.h>
struct q { int x, y; };
struct s { struct q a, b; };
int main(void) {
  struct q o = {3, 4};
  struct s w = {o, .b = o, .b.y = 5};
  assert(w.a.y == 4 && w.b.y == 5 && w.b.x == 0);
  return 0;
}

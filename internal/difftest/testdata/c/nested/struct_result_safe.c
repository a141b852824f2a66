// true
#include <assert.h>

struct p { int x, y; };
int main(void) {
  struct p at = {1, 2};
  struct p move(struct p by) { at.x += by.x; at.y += by.y; return at; }
  struct p q = move((struct p){10, 20});
  assert(q.x == 11 && at.y == 22);
  return 0;
}

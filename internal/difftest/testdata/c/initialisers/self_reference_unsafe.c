// false
#include <assert.h>
struct n { struct n *next; int v; };
struct n a = {&a, 1}, b = {.next = &a, .v = 2};
int main(void) {
  struct n c = {&c, 3};
  assert(a.next->v == 1 && b.next->next->v == 1 && c.next->v == 1);
  return 0;
}

// false
#include <assert.h>
#include <stdatomic.h>
struct N { struct N *next; int v; };
_Atomic(struct N *) head;
static void push(struct N *n) {
  struct N *old = atomic_load(&head);
  do
    n->next = old;
  while (!atomic_compare_exchange_weak(&head, &old, n));
}
int main(void) {
  struct N n = {0, 7}, m = {0, 8};
  push(&n);
  push(&m);
  assert(atomic_load(&head)->v == 8 && atomic_load(&head)->next->v == 8);
  return 0;
}

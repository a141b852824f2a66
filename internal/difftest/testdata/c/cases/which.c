// pair --check=default
// One of three items is taken out of a ring.
// inputs: 2
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct item { struct item *next, *prev; };
int main(void) {
  struct item head = {&head, &head}, items[3];
  for (int i = 0; i < 3; i++) {
    items[i].prev = head.prev;
    items[i].next = &head;
    head.prev->next = &items[i];
    head.prev = &items[i];
  }
  unsigned which = __VERIFIER_nondet_uint();
  if (which > 2) return 0;
  items[which].prev->next = items[which].next;
  items[which].next->prev = items[which].prev;
  int n = 0;
  for (struct item *p = head.next; p != &head; p = p->next) n++;
  assert(n == 2);
#ifndef UNSAFE
  assert(head.prev->next == &head);
#else
  assert(head.prev == &items[2]);
#endif
  return 0;
}

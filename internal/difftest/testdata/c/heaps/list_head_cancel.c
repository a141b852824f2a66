// pair
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct list_head { struct list_head *next, *prev; };
#define container_of(ptr, type, member) ((type *)((char *)(ptr) - offsetof(type, member)))
struct task { int priority; struct list_head link; int state; };
int main(void) {
  struct list_head head, *pos, *after;
  head.next = head.prev = &head;
  while (__VERIFIER_nondet_int() > 0) {
    struct task *t = malloc(sizeof *t);
    if (!t) abort();
    t->priority = __VERIFIER_nondet_int();
    if (t->priority < 0 || t->priority > 9) t->priority = 0;
    t->state = 1;
    t->link.next = head.next;
    t->link.prev = &head;
    head.next->prev = &t->link;
    head.next = &t->link;
  }
  for (pos = head.next; pos != &head; pos = after) {
    struct task *t = container_of(pos, struct task, link);
    after = pos->next;
    if (t->priority > 4) {
      pos->next->prev = pos->prev;
      pos->prev->next = pos->next;
      free(t);
    }
  }
  for (pos = head.next; pos != &head; pos = pos->next) {
    struct task *t = container_of(pos, struct task, link);
#ifndef UNSAFE
    assert(t->priority >= 0 && t->priority <= 4 && t->state == 1);
#else
    assert(t->priority >= 0 && t->priority <= 3 && t->state == 1);
#endif
  }
  return 0;
}

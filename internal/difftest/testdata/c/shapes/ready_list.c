// pair
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#include <stddef.h>
/* an end marker inside of the list, and items that know their container */
struct item { unsigned value; struct item *next, *prev; struct list *container; };
struct list { unsigned count; struct item end; };
struct task { int id; struct item item; };
static struct list ready;
static void insert(struct item *i) {
  struct item *p = &ready.end;
  i->next = p->next;
  i->prev = p;
  p->next->prev = i;
  p->next = i;
  i->container = &ready;
}
static void take(struct item *i) {
  i->next->prev = i->prev;
  i->prev->next = i->next;
  i->container = NULL;
}
int main(void) {
  ready.end.next = ready.end.prev = &ready.end;
  while (__VERIFIER_nondet_int() > 0) {
    struct task *t = malloc(sizeof *t);
    if (!t) abort();
#ifndef UNSAFE
    t->id = 1;
#else
    t->id = ready.end.next == &ready.end ? 1 : 2;
#endif
    insert(&t->item);
  }
  while (ready.end.next != &ready.end) {
    struct item *i = ready.end.next;
    struct task *t = (struct task *)((char *)i - offsetof(struct task, item));
    assert(i->container == &ready);
    take(i);
    assert(t->id == 1);
    free(t);
  }
  return 0;
}

// false
// inputs: 0 0 0 1 1
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);
/* an intrusive doubly linked list: the nodes embed their links */
struct link { struct link *next, *prev; };
struct item { int key; struct link link; };
#define container_of(p, t, m) ((t *)((char *)(p) - offsetof(t, m)))
#include <stddef.h>
static void list_init(struct link *l) { l->next = l->prev = l; }
static void list_add(struct link *l, struct link *n) { n->next = l->next; n->prev = l; l->next->prev = n; l->next = n; }
static void list_del(struct link *n) { n->prev->next = n->next; n->next->prev = n->prev; n->next = n->prev = 0; }
static int list_empty(const struct link *l) { return l->next == l; }
int main(void) {
  struct link head;
  struct item items[5];
  list_init(&head);
  int sum = 0;
  for (int i = 0; i < 5; i++) {
    items[i].key = i * 10;
    if (__VERIFIER_nondet_int()) { list_add(&head, &items[i].link); sum += i * 10; }
  }
  int got = 0, last = 1000;
  for (struct link *p = head.next; p != &head; p = p->next) {
    struct item *it = container_of(p, struct item, link);
    assert(it->key < last);
    last = it->key;
    got += it->key;
  }
  assert(got == (sum == 70 ? 0 : sum));
  while (!list_empty(&head)) list_del(head.next);
  assert(head.prev == &head);
  return 0;
}

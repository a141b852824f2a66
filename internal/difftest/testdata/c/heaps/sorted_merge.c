// pair
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
struct node { long key; struct node *next; };
// descending numbers pushed in front: the list ascends
static struct node *ascending(void) {
  struct node *head = NULL;
  long key = 1000;
  while (__VERIFIER_nondet_int() > 0 && key > -1000) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    key -= __VERIFIER_nondet_uchar();
    n->key = key;
    n->next = head;
    head = n;
  }
  return head;
}
int main(void) {
  struct node *a = ascending(), *b = ascending(), *head = NULL, *last = NULL;
  while (a || b) {
    struct node *n;
#ifndef UNSAFE
    if (!b || a && a->key <= b->key) {
#else
    if (!b || a && a->key >= b->key) {
#endif
      n = a;
      a = a->next;
    } else {
      n = b;
      b = b->next;
    }
    n->next = NULL;
    if (last) last->next = n; else head = n;
    last = n;
  }
  for (struct node *p = head; p && p->next; p = p->next) assert(p->key <= p->next->key);
  while (head) { struct node *t = head->next; free(head); head = t; }
  return 0;
}

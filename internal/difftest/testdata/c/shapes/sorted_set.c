// pair
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { unsigned key; struct node *next; };
static struct node *head;
static void insert(unsigned key) {
  struct node *prev = NULL, *cur = head;
  while (cur && cur->key < key) {
    prev = cur;
    cur = cur->next;
  }
#ifndef UNSAFE
  if (cur && cur->key == key) return;
#endif
  struct node *n = malloc(sizeof *n);
  if (!n) abort();
  n->key = key;
  n->next = cur;
  if (prev) prev->next = n; else head = n;
}
int main(void) {
  while (__VERIFIER_nondet_int() > 0) insert((unsigned)__VERIFIER_nondet_int());
  for (struct node *p = head; p && p->next; p = p->next) assert(p->key < p->next->key);
  while (head) { struct node *t = head->next; free(head); head = t; }
  return 0;
}

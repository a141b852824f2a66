// true
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
struct node { int v; struct node *next; };
static struct node *push(struct node *head, int v) {
  struct node *n = malloc(sizeof *n);
  if (!n) exit(0);
  n->v = v; n->next = head;
  return n;
}
int main(void) {
  struct node *head = 0;
  for (int i = 0; i < 4; i++) head = push(head, __VERIFIER_nondet_uchar());
  for (struct node **p = &head; *p;) {
    if ((*p)->v % 2 == 0) { struct node *d = *p; *p = d->next; free(d); }
    else p = &(*p)->next;
  }
  for (struct node *p = head; p; p = p->next) assert(p->v % 2);
  return 0;
}

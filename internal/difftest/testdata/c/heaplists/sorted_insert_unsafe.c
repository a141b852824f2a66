// false
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
  for (int i = 0; i < 3; i++) {
    int v = __VERIFIER_nondet_uchar();
    struct node **p = &head;
    while (*p && (*p)->v < v) p = &(*p)->next;
    struct node *n = malloc(sizeof *n);
    n->v = v; n->next = *p; *p = n;
  }
  for (struct node *p = head; p->next; p = p->next) assert(p->v < p->next->v);
  return 0;
}

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
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 4) return 0;
  struct node *head = 0, **end = &head;
  for (int i = 0; i < k; i++) { *end = push(0, i * 2); end = &(*end)->next; }
  int i = 0;
  for (struct node *p = head; p; p = p->next) { assert(p->v == i); i += 2; }
  return 0;
}

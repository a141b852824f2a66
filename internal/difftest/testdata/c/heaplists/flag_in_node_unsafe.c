// false
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
struct node { int done; struct node *next; };
int main(void) {
  struct node *head = 0; int todo = 0;
  for (int i = 0; i < 4; i++) { struct node *n = calloc(1, sizeof *n); n->next = head; head = n; }
  for (struct node *p = head; p; p = p->next) if (__VERIFIER_nondet_int()) p->done = 1; else todo++;
  for (struct node *p = head; p; p = p->next) if (!p->done) { p->done = 1; todo--; }
  assert(todo == 0 - (head->next->done == 0));
  for (struct node *p = head; p; p = p->next) assert(p->done  == (todo + 1) * 2);
  return 0;
}

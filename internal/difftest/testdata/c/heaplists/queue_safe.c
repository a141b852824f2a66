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
  struct node *first = 0, *last = 0;
  int next = 0, got = 0;
  for (int i = 0; i < 6; i++) {
    if (__VERIFIER_nondet_int()) {
      struct node *n = push(0, next++);
      if (last) last->next = n; else first = n;
      last = n;
    } else if (first) {
      struct node *d = first;
      first = d->next; if (!first) last = 0;
      assert(d->v == got); got++;
      free(d);
    }
  }
  return 0;
}

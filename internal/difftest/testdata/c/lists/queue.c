// pair --check memory,leak
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int data; struct node *next; };
int main(void) {
  struct node *first = 0, *last = 0;
  for (;;) {
    int c = __VERIFIER_nondet_int();
    if (c == 0) break;
    if (c > 0) {
      struct node *n = malloc(sizeof *n);
      if (!n) abort();
      n->data = c;
      n->next = 0;
      if (last) last->next = n; else first = n;
      last = n;
    } else if (first) {
      struct node *p = first;
      first = p->next;
#ifndef UNSAFE
      if (!first) last = 0;
#endif
      assert(p->data > 0);
      free(p);
    }
  }
  while (first) { struct node *p = first; first = p->next; free(p); }
  return 0;
}

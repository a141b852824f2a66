// true
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
struct d { int v; struct d *prev, *next; };
int main(void) {
  struct d *head = 0, *tail = 0;
  int k = __VERIFIER_nondet_int();
  if (k < 1 || k > 4) return 0;
  for (int i = 0; i < k; i++) {
    struct d *n = calloc(1, sizeof *n);
    n->v = i; n->prev = tail;
    if (tail) tail->next = n; else head = n;
    tail = n;
  }
  int i = k;
  for (struct d *p = tail; p; p = p->prev) { i--; assert(p->v == i); assert(!p->next || p->next->prev == p); }
  assert(i == 0);
  return 0;
}

// true
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
struct node { int v; struct node *next; };
int main(void) {
  struct node c = { 3, 0 }, b = { 2, &c }, a = { __VERIFIER_nondet_int(), &b };
  int s = 0;
  for (struct node *p = &a; p; p = p->next) { s += p->v; p->v = 0; }
  assert(s == a.v + b.v + c.v + 5 + (s - 5));
  return 0;
}

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
  struct node *table[4] = { 0 };
  for (int i = 0; i < 4; i++) { int v = i * 7; table[v % 4] = push(table[v % 4], v); }
  int k = __VERIFIER_nondet_int(), found = 0;
  if (k < 0 || k > 30) return 0;
  for (struct node *p = table[k % 4]; p; p = p->next) if (p->v == k) found = 1;
  assert(found == (k == 0 || k == 7 || k == 14 || k == 21));
  return 0;
}

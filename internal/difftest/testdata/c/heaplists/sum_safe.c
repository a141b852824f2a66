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
  int k = __VERIFIER_nondet_int(), want = 0, sum = 0;
  if (k < 0 || k > 5) return 0;
  struct node *head = 0;
  for (int i = 0; i < k; i++) { int v = __VERIFIER_nondet_uchar(); head = push(head, v); want += v; }
  for (struct node *p = head; p; p = p->next) sum += p->v;
  assert(sum == want );
  return 0;
}

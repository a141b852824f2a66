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
  int k = __VERIFIER_nondet_int(), freed = 0;
  if (k < 0 || k > 6) return 0;
  struct node *head = 0;
  for (int i = 0; i < k; i++) head = push(head, __VERIFIER_nondet_int());
  while (head) { struct node *n = head->next; free(head); head = n; freed++; }
  assert(freed == k );
  return 0;
}

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
  int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  if (m < 0 || m > 2 || n < 0 || n > 2) return 0;
  struct node *a = 0, *b = 0;
  for (int i = 0; i < m; i++) a = push(a, 1);
  for (int i = 0; i < n; i++) b = push(b, 2);
  struct node **end = &a;
  while (*end) end = &(*end)->next;
  *end = b;
  int s = 0;
  for (struct node *p = a; p; p = p->next) s += p->v;
  assert(s == m + 2 * n && s < 6);
  return 0;
}

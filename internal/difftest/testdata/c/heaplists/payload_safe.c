// true
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
struct item { char name[8]; int n; struct item *next; };
int main(void) {
  struct item *head = 0;
  for (int i = 0; i < 3; i++) {
    struct item *n = malloc(sizeof *n);
    memset(n, 0, sizeof *n);
    n->name[i] = 'a'; n->n = i; n->next = head; head = n;
  }
  int k = __VERIFIER_nondet_int();
  struct item *p = head;
  while (p && p->n != k) p = p->next;
  if (p) { assert(p->name[k] == 'a'); assert(p->name[k + 1] == 0); }
  return 0;
}

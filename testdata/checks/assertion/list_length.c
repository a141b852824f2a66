// CWE-617
// fault: assertion
// witness: 2
#include <assert.h>
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

struct node { struct node *next; };
int main(void) {
  struct node n[3], *head = NULL;
  unsigned char k = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(k <= 3);
  for (int i = 0; i < k; i++) {
    n[i].next = head;
    head = &n[i];
  }
  int len = 0;
#ifdef BAD
  for (struct node *p = head; p && p->next; p = p->next)
#else
  for (struct node *p = head; p; p = p->next)
#endif
    len++;
  assert(len == k); // FAULT
  return 0;
}

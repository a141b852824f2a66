// CWE-476
// fault: valid-deref
// witness: 2
#include <assert.h>
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

struct node { int v; struct node *next; };
int main(void) {
  struct node b = {2, NULL}, a = {1, &b}, *p = &a;
  unsigned char steps = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(steps <= 2);
#ifdef BAD
  for (int i = 0; i < steps; i++)
#else
  for (int i = 0; i < steps && p->next; i++)
#endif
    p = p->next;
  assert(p->v > 0); // FAULT
  return 0;
}

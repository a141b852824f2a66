// CWE-416
// fault: valid-deref
// witness: 1
#include <assert.h>
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);

struct node { struct node *next; int v; };
int main(void) {
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  unsigned char gone = __VERIFIER_nondet_uchar();
  if (!a || !b) {
    free(a);
    free(b);
    return 0;
  }
  a->v = b->v = 1;
  a->next = b;
  b->next = NULL;
  if (gone) {
    free(b);
#ifndef BAD
    a->next = NULL;
#endif
  }
  int s = a->v;
  if (a->next)
    s += a->next->v; // FAULT
  assert(s >= 1);
#ifndef BAD
  if (a->next)
    free(a->next);
#else
  if (!gone)
    free(b);
#endif
  free(a);
  return 0;
}

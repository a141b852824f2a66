// CWE-476
// fault: valid-deref
// witness: 0
#include <assert.h>
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);

struct tree { int v; struct tree *left, *right; };
int main(void) {
  struct tree l = {1, NULL, NULL}, root = {2, &l, NULL}, *t;
  unsigned char left = __VERIFIER_nondet_uchar();
  t = left ? root.left : root.right;
#ifndef BAD
  if (t == NULL)
    return 0;
#endif
  assert(t->v == 1); // FAULT
  return 0;
}

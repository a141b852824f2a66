// CWE-401
// fault: valid-memcleanup|valid-memtrack
// witness: 1
#include <assert.h>
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  int *p[3];
  for (int i = 0; i < 3; i++)
    p[i] = malloc(sizeof **p);
  unsigned char skip = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(skip < 4);
  for (int i = 0; i < 3; i++) {
#ifdef BAD
    if (i == skip)
      continue;
#endif
    free(p[i]);
  }
#ifndef BAD
  assert(skip < 4);
#endif
  return 0;
}

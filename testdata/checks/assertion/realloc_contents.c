// CWE-617
// fault: assertion
// witness: 7
#include <assert.h>
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  unsigned char *p = malloc(1), *q;
  if (!p)
    return 0;
  *p = x;
#ifdef BAD
  q = calloc(2, 1);
  free(p);
#else
  q = realloc(p, 2);
#endif
  if (!q) {
#ifndef BAD
    free(p);
#endif
    return 0;
  }
  assert(q[0] == x); // FAULT
  free(q);
  return 0;
}

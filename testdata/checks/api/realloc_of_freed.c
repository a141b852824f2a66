// CWE-416
// fault: valid-free|valid-deref
// witness: 1
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char drop = __VERIFIER_nondet_uchar();
  int *p = malloc(sizeof *p), *q;
  if (!p)
    return 0;
  if (drop) {
    free(p);
#ifndef BAD
    p = NULL;
#endif
  }
  q = realloc(p, 2 * sizeof *p); // FAULT
  if (!q) {
    free(p);
    return 0;
  }
  free(q);
  return 0;
}

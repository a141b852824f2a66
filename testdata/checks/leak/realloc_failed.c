// CWE-401
// fault: valid-memtrack|valid-memcleanup
// witness: 3
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n >= 1 && n <= 3);
  char *p = malloc(2), *q;
  if (!p)
    return 0;
  q = n == 3 ? NULL : realloc(p, n);
  if (!q) {
#ifndef BAD
    free(p);
#endif
    return 1;
  }
  free(q);
  return 0;
}

// CWE-131
// fault: valid-deref
// witness: 0
// sanitizers: do not see this (which give malloc(0) a byte)
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n <= 3);
  char *p = malloc(n);
  if (!p)
    return 0;
#ifndef BAD
  if (n > 0)
#endif
  p[0] = 'a'; // FAULT
  free(p);
  return 0;
}

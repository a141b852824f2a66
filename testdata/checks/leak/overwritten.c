// CWE-401
// fault: valid-memtrack|valid-memcleanup
// witness: 2
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  char *p = NULL;
  unsigned char n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n <= 3);
  for (int i = 0; i < n; i++) {
#ifndef BAD
    free(p);
#endif
    p = malloc(4);
  }
  free(p);
  return 0;
}

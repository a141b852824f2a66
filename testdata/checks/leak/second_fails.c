// CWE-401
// fault: valid-memtrack|valid-memcleanup
// witness: 1
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char fail = __VERIFIER_nondet_uchar();
  int *a = malloc(4), *b;
  if (!a)
    return 0;
  b = fail ? NULL : malloc(4);
  if (!b) {
#ifndef BAD
    free(a);
#endif
    return 0;
  }
  free(a);
  free(b);
  return 0;
}

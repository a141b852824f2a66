// CWE-401
// fault: valid-memtrack|valid-memcleanup
// witness: 0
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  char *p = malloc(8);
  unsigned char ok = __VERIFIER_nondet_uchar();
  if (!p)
    return 0;
  if (!ok) {
#ifndef BAD
    free(p);
#endif
    return 1;
  }
  free(p);
  return 0;
}

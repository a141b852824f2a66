// CWE-401
// fault: valid-memtrack|valid-memcleanup
// witness: 2
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char k = __VERIFIER_nondet_uchar();
  int *p = calloc(1, sizeof *p);
  if (!p)
    return 0;
  switch (k) {
  case 1:
    *p = 1;
    break;
  case 2:
#ifndef BAD
    free(p);
#endif
    return 2;
  }
  free(p);
  return 0;
}

// CWE-415
// fault: valid-free
// witness: 1
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  char *p = malloc(4);
  unsigned char early = __VERIFIER_nondet_uchar();
  if (!p)
    return 0;
  if (early) {
    free(p);
#ifndef BAD
    p = NULL;
#endif
  }
  free(p); // FAULT
  return 0;
}

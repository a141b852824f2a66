// CWE-476
// fault: valid-deref
// witness: 1
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int *p = malloc(sizeof *p);
  unsigned char drop = __VERIFIER_nondet_uchar();
  if (!p)
    return 0;
  if (drop) {
    free(p);
    p = NULL;
  }
#ifdef BAD
  *p = 4; // FAULT
#else
  if (p)
    *p = 4;
#endif
  free(p);
  return 0;
}

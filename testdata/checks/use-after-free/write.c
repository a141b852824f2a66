// CWE-416
// fault: valid-deref
// witness: 1
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char drop = __VERIFIER_nondet_uchar();
  int *p = malloc(sizeof *p);
  if (!p)
    return 0;
  if (drop)
    free(p);
#ifdef BAD
  *p = 1; // FAULT
#else
  if (!drop)
    *p = 1;
#endif
  if (!drop)
    free(p);
  return 0;
}

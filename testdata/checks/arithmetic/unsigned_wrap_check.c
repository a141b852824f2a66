// CWE-190
// fault: valid-deref
// witness: 0xfffffffd
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  char *p = calloc(8, 1);
  unsigned n = __VERIFIER_nondet_uint();
  if (!p)
    return 0;
#ifdef BAD
  if (n + 4u <= 8u)
#else
  if (n <= 4u)
#endif
    p[(int)n] = 1; // FAULT
  free(p);
  return 0;
}

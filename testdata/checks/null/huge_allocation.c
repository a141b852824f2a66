// CWE-476
// fault: valid-deref
// witness: -1
#include <stdlib.h>

long __VERIFIER_nondet_long(void);

int main(void) {
  long n = __VERIFIER_nondet_long();
#ifdef BAD
  if (n >= 1 || n == -1)
#else
  if (n >= 1 && n <= 8)
#endif
  {
    char *p = malloc((size_t)n);
#ifndef BAD
    if (!p)
      return 0;
#endif
    p[0] = 1; // FAULT
    free(p);
  }
  return 0;
}

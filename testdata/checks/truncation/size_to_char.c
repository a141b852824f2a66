// CWE-681
// fault: valid-deref
// witness: 257
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n >= 1 && n <= 300);
#ifdef BAD
  unsigned char size = (unsigned char)n;
#else
  unsigned size = n;
#endif
  char *p = malloc(size);
  if (!p)
    return 0;
  p[n - 1] = 1; // FAULT
  free(p);
  return 0;
}

// CWE-190
// fault: valid-deref
// witness: 200 100
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  unsigned char b = __VERIFIER_nondet_uchar();
#ifdef BAD
  unsigned char n = (unsigned char)(a + b);
#else
  unsigned n = (unsigned)a + b;
#endif
  char *p = malloc(n + 1u);
  if (!p)
    return 0;
  p[a] = 0; // FAULT
  free(p);
  return 0;
}

// CWE-761
// fault: valid-free
// witness: 1
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  char *p = malloc(4), *q = p;
  unsigned char n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n < 4);
  if (!p)
    return 0;
  q += n;
  *q = 0;
#ifdef BAD
  free(q); // FAULT
#else
  free(p);
#endif
  return 0;
}

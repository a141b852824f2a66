// CWE-131
// fault: valid-deref
// witness: 3
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

struct item { int a, b; };
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n >= 1 && n <= 3);
#ifdef BAD
  struct item *p = calloc(n, sizeof(int));
#else
  struct item *p = calloc(n, sizeof *p);
#endif
  if (!p)
    return 0;
  p[n - 1].b = 1; // FAULT
  free(p);
  return 0;
}

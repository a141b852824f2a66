// CWE-680
// fault: valid-deref
// witness: 0x40000001
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n >= 1);
#ifdef BAD
  unsigned bytes = n * 4u;
#else
  unsigned long bytes = n * 4ul;
#endif
  int *a;
  if (bytes == 0 || bytes > 64)
    return 0;
  a = malloc(bytes);
  if (!a)
    return 0;
  a[n > 1 ? 1 : 0] = 1; // FAULT
  free(a);
  return 0;
}

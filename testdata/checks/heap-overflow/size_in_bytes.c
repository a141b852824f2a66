// CWE-131
// fault: valid-deref
// witness: 2
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n >= 1 && n <= 4);
#ifdef BAD
  int *a = malloc(n);
#else
  int *a = malloc(n * sizeof *a);
#endif
  if (!a)
    return 0;
  for (int i = 0; i < n; i++)
    a[i] = 0; // FAULT
  free(a);
  return 0;
}

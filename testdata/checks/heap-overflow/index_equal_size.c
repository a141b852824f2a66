// CWE-193
// fault: valid-deref
// witness: 4
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int *a = calloc(4, sizeof *a);
  int i = __VERIFIER_nondet_int();
  if (!a)
    return 0;
#ifdef BAD
  if (i >= 0 && i <= 4)
#else
  if (i >= 0 && i < 4)
#endif
    a[i] = 5; // FAULT
  free(a);
  return 0;
}

// CWE-124
// fault: valid-deref
// witness: -1
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
  int *a = calloc(4, sizeof *a);
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i >= -2 && i < 9);
  if (!a)
    return 0;
#ifdef BAD
  if (i < 4)
#else
  if (i >= 0 && i < 4)
#endif
    a[i] = 5; // FAULT
  free(a);
  return 0;
}

// CWE-787
// fault: valid-deref
// witness: 1
#include <stdlib.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  int *a = calloc(4, sizeof *a);
  unsigned char at = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(at >= 1 && at < 4);
  if (!a)
    return 0;
#ifdef BAD
  memmove(a, a + at, 4 * sizeof *a); // FAULT
#else
  memmove(a, a + at, (4 - at) * sizeof *a);
#endif
  free(a);
  return 0;
}

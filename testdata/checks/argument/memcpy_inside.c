// CWE-475
// fault: valid-argument
// witness: 1
#include <stdlib.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  int *a = calloc(6, sizeof *a);
  unsigned char at = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(at >= 1 && at <= 3);
  if (!a)
    return 0;
#ifdef BAD
  memcpy(a, a + at, 3 * sizeof *a); // FAULT
#else
  memmove(a, a + at, 3 * sizeof *a);
#endif
  free(a);
  return 0;
}

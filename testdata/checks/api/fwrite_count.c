// CWE-126
// fault: valid-deref
// witness: 5
#include <stdio.h>
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  short *samples = calloc(n + 1, sizeof *samples);
  if (!samples)
    return 1;
#ifdef BAD
  fwrite(samples, sizeof(int), n, stdout); // FAULT
#else
  fwrite(samples, sizeof *samples, n, stdout);
#endif
  free(samples);
  return 0;
}

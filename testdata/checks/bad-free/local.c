// CWE-590
// fault: valid-free
// witness: 0
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  char local[8] = "", *p;
  unsigned char big = __VERIFIER_nondet_uchar();
  p = big ? malloc(64) : local;
#ifndef BAD
  if (big)
#endif
  free(p); // FAULT
  return 0;
}

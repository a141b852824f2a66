// CWE-415
// fault: valid-free
// witness: 2
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n >= 1 && n <= 3);
  char *p = malloc(4);
  for (int i = 0; i < n; i++) {
    free(p); // FAULT
#ifndef BAD
    p = NULL;
#endif
  }
  return 0;
}

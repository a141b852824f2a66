// CWE-476
// fault: valid-deref
// witness: 0
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);

struct pair { int a, b; };
int main(void) {
  struct pair x = {1, 2}, y = {0, 0}, *p;
  unsigned char set = __VERIFIER_nondet_uchar();
  p = set ? &x : NULL;
#ifndef BAD
  if (p)
#endif
  y = *p; // FAULT
  return y.a == 5;
}

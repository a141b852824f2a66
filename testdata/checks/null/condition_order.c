// CWE-476
// fault: valid-deref
// witness: 0
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int x = 3, *p;
  unsigned char set = __VERIFIER_nondet_uchar();
  p = set ? &x : NULL;
#ifdef BAD
  if (*p > 2 && p) // FAULT
#else
  if (p && *p > 2)
#endif
    return 1;
  return 0;
}

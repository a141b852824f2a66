// CWE-119
// fault: valid-deref
// witness: 
// models: LP64 ILP32
// sanitizers: do not see this
#include <string.h>

unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  short a[8] = {0}, b[2];
  unsigned long n = __VERIFIER_nondet_ulong();
#ifdef BAD
  if (n > 6 && n != ~0ul / 2 + 1)
#else
  if (n > 6)
#endif
    return 0;
  memcpy(b, a + n, sizeof b); // FAULT
  return b[0];
}

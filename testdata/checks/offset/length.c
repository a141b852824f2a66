// CWE-119
// fault: valid-deref
// witness: 
// models: LP64 ILP32
// sanitizers: do not see this
#include <string.h>

unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  int a[8] = {0}, b[8];
  unsigned long n = __VERIFIER_nondet_ulong();
#ifdef BAD
  if (n != 8 && n != ~0ul)
#else
  if (n > 8)
#endif
    return 0;
  memcpy(b + n / 2, a, n * 2); // FAULT
  return b[0];
}

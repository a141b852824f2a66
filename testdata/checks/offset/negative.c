// CWE-119
// fault: valid-deref
// witness: 
// models: LP64 ILP32
// sanitizers: do not see this
#include <limits.h>

long __VERIFIER_nondet_long(void);

int main(void) {
  int a[4] = {0}, *p = a + 2;
  long n = __VERIFIER_nondet_long();
#ifdef BAD
  if ((n < -2 || n > 1) && n != LONG_MIN / 2)
#else
  if (n < -2 || n > 1)
#endif
    return 0;
  p[n] = 1; // FAULT
  return a[0];
}

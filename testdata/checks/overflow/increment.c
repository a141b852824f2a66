// CWE-190
// fault: no-overflow
// witness: 2147483647
#include <limits.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
#ifdef BAD
  x++; // FAULT
#else
  if (x < INT_MAX) x++;
#endif
  return 0;
}

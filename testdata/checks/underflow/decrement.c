// CWE-191
// fault: no-overflow
// witness: -2147483648
#include <limits.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
#ifndef BAD
  if (x > INT_MIN)
#endif
  x--; // FAULT
  return 0;
}

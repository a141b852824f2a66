// CWE-369
// fault: valid-division
// witness: 0
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n <= 3);
  int s = 0;
  for (int i = 0; i < n; i++)
    s += i;
#ifndef BAD
  if (n == 0)
    return 0;
#endif
  assert(s / n <= 1); // FAULT
  return 0;
}

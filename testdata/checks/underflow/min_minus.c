// CWE-191
// fault: no-overflow
// witness: 2
#include <assert.h>
#include <limits.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  unsigned char k = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(k >= 1 && k <= 3);
#ifdef BAD
  int x = -INT_MAX - k; // FAULT
#else
  int x = -INT_MAX + k;
#endif
  assert(x < 0);
  return 0;
}

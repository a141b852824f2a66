// CWE-1335
// fault: valid-shift
// witness: 40
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n < 64);
#ifdef BAD
  unsigned long m = 1u << n; // FAULT
#else
  unsigned long m = 1ul << n;
#endif
  assert(m != 0);
  return 0;
}

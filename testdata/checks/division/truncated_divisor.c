// CWE-369
// fault: valid-division
// witness: 256
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n >= 1 && n < 1000);
#ifdef BAD
  unsigned char d = (unsigned char)n;
#else
  unsigned d = n;
#endif
  assert(1000 / d >= 1); // FAULT
  return 0;
}

// CWE-1335
// fault: valid-shift
// witness: 32
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
#ifdef BAD
  if (n > 32)
#else
  if (n > 31)
#endif
    return 0;
  unsigned m = 1u << n; // FAULT
  assert(m != 0);
  return 0;
}

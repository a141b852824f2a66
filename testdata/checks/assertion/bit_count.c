// CWE-617
// fault: assertion
// witness: 128
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  int n = 0;
#ifdef BAD
  for (int i = 0; i < 7; i++)
#else
  for (int i = 0; i < 8; i++)
#endif
    n += x >> i & 1;
  assert(n == __builtin_popcount(x)); // FAULT
  return 0;
}

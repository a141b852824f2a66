// CWE-617
// fault: assertion
// witness: 3 2
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  unsigned char b = __VERIFIER_nondet_uchar();
#ifdef BAD
  unsigned char m = a < b ? a : a;
#else
  unsigned char m = a < b ? a : b;
#endif
  assert(m <= a && m <= b); // FAULT
  return 0;
}

// CWE-617
// fault: assertion
// witness: 200 100
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  unsigned char b = __VERIFIER_nondet_uchar();
#ifdef BAD
  unsigned char s = (unsigned char)(a + b);
#else
  unsigned char s = a + b > 255 ? 255 : (unsigned char)(a + b);
#endif
  assert(s >= a && s >= b); // FAULT
  return 0;
}

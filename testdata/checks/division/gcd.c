// CWE-369
// fault: valid-division
// witness: 4 0
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(a >= 1);
  unsigned char b = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(b <= 4);
#ifdef BAD
  do {
#else
  while (b != 0) {
#endif
    unsigned char t = a % b; // FAULT
    a = b;
    b = t;
#ifdef BAD
  } while (b != 0);
#else
  }
#endif
  assert(a > 0);
  return 0;
}

// CWE-190
// fault: assertion
// witness: 7
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

struct f { unsigned a : 3; };
int main(void) {
  struct f f = {0};
  unsigned char x = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(x <= 7);
  f.a = x;
#ifdef BAD
  f.a = (f.a + 1) & 7;
#else
  f.a = f.a == 7 ? 7 : (f.a + 1) & 7;
#endif
  assert(f.a >= x); // FAULT
  return 0;
}

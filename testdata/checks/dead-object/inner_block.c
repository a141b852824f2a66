// CWE-562
// fault: valid-deref
// witness: 1
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int *p, outer = 1;
  unsigned char inner = __VERIFIER_nondet_uchar();
  p = &outer;
  if (inner) {
    int v = 2;
#ifdef BAD
    p = &v;
#else
    *p = v;
#endif
  }
  assert(*p >= 1); // FAULT
  return 0;
}

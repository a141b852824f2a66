// CWE-562
// fault: valid-deref
// witness: 1
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  const int *p;
  int zero[2] = {0, 0};
  unsigned char two = __VERIFIER_nondet_uchar();
#ifdef BAD
  if (two) {
    p = (const int[]){1, 2};
  } else
    p = zero;
#else
  const int *other = (const int[]){1, 2};
  p = two ? other : zero;
#endif
  assert(p[1] == (two ? 2 : 0)); // FAULT
  return 0;
}

// CWE-394
// fault: missing-return
// witness: 9
// sanitizers: do not see this
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

static int position(const int *a, int v) {
  for (int i = 0; i < 3; i++)
    if (a[i] == v)
      return i;
#ifndef BAD
  return -1;
#endif
} // FAULT
int main(void) {
  int a[3] = {1, 2, 3};
  unsigned char v = __VERIFIER_nondet_uchar();
  int p = position(a, v);
  assert(p <= 3 || p > 3);
  return 0;
}

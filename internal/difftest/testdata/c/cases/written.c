// pair --check=default
// The register of the input is counted down, and read again after that.
// inputs: 4
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), m, s = 0;
  if (n > 4) return 0;
  m = n;
  while (n > 0) {
    s += n * n;
    n--;
  }
  assert(n == 0);
#ifndef UNSAFE
  assert(s == m * (m + 1) * (2 * m + 1) / 6);
#else
  assert(s < 30);
#endif
  return 0;
}

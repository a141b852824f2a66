// pair --check=default
// A signed input between -3 and 3 moves an index.
// inputs: -3
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int d = __VERIFIER_nondet_int(), a[7] = {1, 2, 4, 8, 16, 32, 64};
  if (d < -3 || 3 < d) return 0;
  int s = 0;
  for (int i = -3; i <= d; i++) s += a[3 + i];
#ifndef UNSAFE
  assert(s == (1 << (d + 4)) - 1);
#else
  assert(s == (1 << (d + 4)) - 1 && s > 1);
#endif
  return 0;
}

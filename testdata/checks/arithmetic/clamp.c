// CWE-190
// fault: no-overflow
// witness: 2147483600
#include <assert.h>
#include <limits.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 0);
#ifdef BAD
  int up = (x + 63) / 64 * 64; // FAULT
#else
  int up = x > INT_MAX - 63 ? INT_MAX : (x + 63) / 64 * 64;
#endif
  assert(up > 0);
  return 0;
}

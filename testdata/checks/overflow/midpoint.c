// CWE-190
// fault: no-overflow
// witness: 2147483646 2147483647
#include <assert.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
  int lo = __VERIFIER_nondet_int();
  __VERIFIER_assume(lo >= 0);
  int hi = __VERIFIER_nondet_int();
  __VERIFIER_assume(hi >= lo);
#ifdef BAD
  int mid = (lo + hi) / 2; // FAULT
#else
  int mid = lo + (hi - lo) / 2;
#endif
  assert(lo <= mid && mid <= hi);
  return 0;
}

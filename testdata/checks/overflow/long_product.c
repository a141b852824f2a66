// CWE-190
// fault: no-overflow
// witness: 2147483647
#include <assert.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
  int seconds = __VERIFIER_nondet_int();
  __VERIFIER_assume(seconds >= 0);
#ifdef BAD
  long long ms = seconds * 1000; // FAULT
#else
  long long ms = seconds * 1000LL;
#endif
  assert(ms / 1000 == seconds);
  return 0;
}

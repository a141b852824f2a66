// CWE-190
// fault: no-overflow
// witness: 2147483647
#include <limits.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
  int last = __VERIFIER_nondet_int();
  __VERIFIER_assume(last >= INT_MAX - 2);
#ifdef BAD
  for (int i = INT_MAX - 3; i <= last; i++) // FAULT
#else
  for (long i = INT_MAX - 3; i <= last; i++)
#endif
    if (i == 0)
      break;
  return 0;
}

// CWE-697
// fault: valid-deref
// witness: -1
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
  int a[4] = {0};
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i >= -1);
#ifdef BAD
  if (i < (int)sizeof a / (int)sizeof *a)
#else
  if ((size_t)i < sizeof a / sizeof *a)
#endif
    a[i] = 1; // FAULT
  return 0;
}

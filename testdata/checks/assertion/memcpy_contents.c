// CWE-617
// fault: assertion
// witness: 5
#include <assert.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int a[4] = {1, 2, 3, 4}, b[4] = {0};
  int x = __VERIFIER_nondet_int();
  a[3] = x;
#ifdef BAD
  memcpy(b, a, 3 * sizeof *a);
#else
  memcpy(b, a, sizeof a);
#endif
  assert(b[3] == x); // FAULT
  return 0;
}

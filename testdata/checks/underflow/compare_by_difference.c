// CWE-191
// fault: no-overflow
// witness: -2147483648 1
#include <assert.h>

int __VERIFIER_nondet_int(void);

static int compare(int a, int b) {
#ifdef BAD
  return a - b; // FAULT
#else
  return a < b ? -1 : a > b;
#endif
}
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  int c = compare(a, b);
#ifndef BAD
  assert((c < 0) == (a < b));
#endif
  return c == 5;
}

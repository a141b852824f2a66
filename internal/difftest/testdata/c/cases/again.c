// pair --check=default
// One site reads twice: a first value says nothing about the second.
// inputs: 1 3
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned few(void) {
  unsigned n = __VERIFIER_nondet_uint();
  return n > 3 ? 3 : n;
}
int main(void) {
  int a[8] = {0};
  unsigned i = few(), j = few();
  a[i + j] = 1;
  int s = 0;
  for (unsigned k = 0; k <= i + j; k++) s += a[k];
#ifndef UNSAFE
  assert(s == 1);
#else
  assert(s == 1 && (i == j || i != 1 || j != 3));
#endif
  return 0;
}

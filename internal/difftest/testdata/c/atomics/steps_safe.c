// true
#include <assert.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  _Atomic int i = __VERIFIER_nondet_int() & 1023;
  int j = i;
  int a = i++, b = ++i, c = i--;
  assert(a == j && b == j + 2 && c == j + 2 && i == j + 1);
  return 0;
}

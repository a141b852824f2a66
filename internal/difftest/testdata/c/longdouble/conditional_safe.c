// true
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int c = __VERIFIER_nondet_int();
  long double x = c ? 2.5L : 7;
  assert((int)x == 2 || c == 0);
}

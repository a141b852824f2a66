// true
#include <assert.h>
#include <limits.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (y == -1 && x == INT_MIN) {
    int z = x / y;
    assert(z == 5);
  }
  return 0;
}

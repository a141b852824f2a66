// true
#include <assert.h>
#include <limits.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  volatile int y = -1;
  if (x == INT_MIN) {
    int z = x / y;
    assert(z == 5);
  }
  return 0;
}

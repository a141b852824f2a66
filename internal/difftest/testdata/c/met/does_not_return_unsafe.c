// false --check division
#include <assert.h>
int __VERIFIER_nondet_int(void);
#include <stdlib.h>
static _Noreturn void fatal(int code) { exit(code); }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 0)
    fatal(1);
  assert(100 / x != 1000 && x != 0);
  return 0;
}

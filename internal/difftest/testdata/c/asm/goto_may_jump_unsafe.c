// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  asm goto("testl %0, %0\n\tjne %l1" : : "r"(x) : "cc" : nonzero);
  y = 1;
nonzero:
  assert(y == 1);
  return 0;
}

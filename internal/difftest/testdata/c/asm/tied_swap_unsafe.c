// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), p = a, q = b;
  asm("" : "=r"(a), "=r"(b) : "0"(b), "1"(a));
  assert(a == q && b == q);
  return 0;
}

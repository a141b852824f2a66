// false
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), r;
  asm("" : [out] "=r"(r) : "[out]"(a + 1));
  assert(r == a + 2);
  return 0;
}

// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 5)
    asm volatile("ud2");
  assert(!x);
  return 0;
}

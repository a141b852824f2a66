// true
#include <assert.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  _Atomic unsigned char c = 250;
  c += 10;
  _Atomic int i = __VERIFIER_nondet_int() & 15;
  i <<= 2;
  assert(c == 4 && i % 4 == 0);
  return 0;
}

// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int() & 0xff;
  unsigned char r;
  _Bool o = __builtin_add_overflow(x, 1, &r);
  assert(o == (x == 255) && r == x + 1);
  return 0;
}

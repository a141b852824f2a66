// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int r;
  switch (__VERIFIER_nondet_int()) {
  case -3 ... 4: r = 1; break;
  case 5: r = 2; break;
  default: r = 3;
  }
  assert(r == 1 || r == 3);
  return 0;
}

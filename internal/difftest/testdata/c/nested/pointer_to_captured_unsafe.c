// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  int *p = &x;
  void both(void) { *p = 5; y = x; p = &y; }
  both();
  *p += 1;
  assert(x == 5 && y == 5);
  return 0;
}

// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int r = ({ int x = 4, y = 9; int pick(void) { return x > y ? x : y; } pick(); });
  assert(r == 9);
  return 0;
}

// false
// inputs: 50
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int abs(int x) { return x < 0 ? -x : x; }
int main(void) {
  int v = __VERIFIER_nondet_int();
  if (v < -50 || v > 50) return 0;
  assert(abs(v) < 50);
  return 0;
}

// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int twice(int x) { return x / 2 * 2; }
  int v = __VERIFIER_nondet_int();
  if (v < 0 || v > 1000) return 0;
  assert(twice(v) <= v);
  return 0;
}

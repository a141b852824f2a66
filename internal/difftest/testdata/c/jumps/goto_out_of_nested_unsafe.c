// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  __label__ out;
  int v = __VERIFIER_nondet_int(), n = 0;
  if (v < 0 || v > 4) return 0;
  void walk(int k) { n++; if (k == v) goto out; walk(k + 1); n = 100; }
  walk(0);
  n = 200;
out:
  assert(n == v + 2);
  return 0;
}

// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
typedef int V __attribute__((vector_size(16)));
static V scaled(V a, int k) {
  a *= k;
  return a + 1;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 1000) return 0;
  V r = scaled((V){x, 2, 3, 4}, 3);
  assert(r[0] == 3 * x + 1 && r[3] == 12);
  return 0;
}

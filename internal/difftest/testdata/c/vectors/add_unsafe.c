// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
typedef int V __attribute__((vector_size(16)));
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < -100 || x > 100) return 0;
  V a = {x, 1, 2, 3}, b = {1, 2, 3, 4};
  V c = a + b * 2;
  assert(c[0] == x + 2 && c[3] == 12);
  return 0;
}

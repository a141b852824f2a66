// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
typedef int V __attribute__((vector_size(16)));
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x <= 0) return 0;
  V a = {100, 7, -7, x}, b = {7, -2, 2, x};
  V q = a / b, r = a % b;
  assert(q[0] == 14 && q[1] == -3 && r[2] == -1 && q[3] == 0 && r[3] == 0);
  return 0;
}

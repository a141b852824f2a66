// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
typedef int V __attribute__((vector_size(16)));
int main(void) {
  int x = __VERIFIER_nondet_int();
  V a = {x, x, 5, 5}, b = {x, x + 1u, 4, 6};
  V m = a == b;
  assert(m[0] == -1 && m[1] == 0 && m[2] == 0);
  return 0;
}

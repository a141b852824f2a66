// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
typedef int V __attribute__((vector_size(16)));
int main(void) {
  int x = __VERIFIER_nondet_int();
  V a = {1, 2, 3, x}, b = {5, 6, 7, 8};
  typedef int W __attribute__((vector_size(8)));
  W w = __builtin_shufflevector(a, b, 3, 4);
  assert(w[0] == x && w[1] == 5);
  return 0;
}

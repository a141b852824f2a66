// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
typedef int V __attribute__((vector_size(16)));
int main(void) {
  int x = __VERIFIER_nondet_int();
  V a = {1, 2, 3, x}, b = {5, 6, 7, 8};
  V r = __builtin_shuffle(a, (V){3, 2, 1, 4});
  V t = __builtin_shuffle(a, b, (V){7, 3, 8, -1});
  assert(r[0] == x && r[3] == 1 && t[0] == 8 && t[1] == x && t[2] == 1 && t[3] == 8);
  return 0;
}

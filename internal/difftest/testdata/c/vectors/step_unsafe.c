// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
typedef int V __attribute__((vector_size(16)));
int main(void) {
  int x = __VERIFIER_nondet_int() & 255;
  V a = {x, 0, 0, 0};
  V b = a++;
  V c = --a;
  assert(b[0] == x && c[0] == x && a[1] == 1);
  return 0;
}

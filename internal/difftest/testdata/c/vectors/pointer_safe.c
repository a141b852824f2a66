// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
typedef int V __attribute__((vector_size(16)));
int main(void) {
  int x = __VERIFIER_nondet_int();
  V a[2] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
  V *p = a;
  p[1][2] = x;
  int *q = &a[0][3];
  *q = 9;
  *p += 1;
  assert(a[1][2] == x && a[0][3] == 10);
  return 0;
}

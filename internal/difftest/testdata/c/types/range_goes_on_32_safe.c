// true --32
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct point { int x, y; };
int main(void) {
  int n = __VERIFIER_nondet_int();
  struct point a[3] = {[0 ... 2].x = 1, n}, b[3] = {[0 ... 1] = 1, n, 3};
  int m[4][2] = {[0 ... 1] = 1, n, 3};
  assert(a[2].y == n && b[1].y == n && m[1][1] == n);
  assert(b[2].x == 3 && m[2][0] == 3 && m[0][0] == 1);
  assert(a[0].y == 0 && a[1].y == 0 && b[0].y == 0 && m[0][1] == 0);
  return 0;
}

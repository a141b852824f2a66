// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct point { int x, y; };
struct point grid[4][5] = {[0 ... 2][1 ... 3].x = 7, [3][0 ... 4] = {1, 2}, [1 ... 1][2].y = 9};
struct row { int a[6]; struct point p[3]; } row = {.a[1 ... 3] = 4, .p[0 ... 2].y = 5, .p[1].x = 3};
int made;
int make(void) { return ++made; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  int m[3][4] = {[0 ... 2][1 ... 2] = make(), n};
  int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
  if (i < 0 || i > 3 || j < 0 || j > 4) return 0;
  assert(grid[i][j].x == (i == 3 ? 1 : j >= 1 && j <= 3 ? 7 : 0));
  assert(grid[i][j].y == (i == 3 ? 2 : i == 1 && j == 2 ? 9 : 0));
  assert(row.a[0] == 0 && row.a[1] == 4 && row.a[3] == 4 && row.a[4] == 0 && row.p[1].x == 3 && row.p[2].y == 5);
  assert(made == 1 && m[0][1] == 1 && m[2][2] == 1 && m[2][3] == n);
  assert(m[0][3] == n);
  return 0;
}

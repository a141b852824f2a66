// false
#include <assert.h>
static int sum(int n, int m, int a[n][m]) {
  int s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) s += a[i][j];
  return s;
}
int main(void) {
  int n = 2, m = 3, a[n][m];
  for (int i = 0; i < n * m; i++) a[i / m][i % m] = i;
  typedef int R[m];
  m = 9;
  R *p = a;
  assert(sum(2, 3, a) == 15 && p[1][2] == 5 && sizeof *p == 36);
  return 0;
}

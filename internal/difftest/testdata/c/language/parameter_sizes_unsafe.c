// false
#include <assert.h>
static int f(int n, int a[n++]) { return n; }
static int g(int n, int a[n++][n++]) { return n * 100 + sizeof a[0]; }
int main(void) {
  int b[64];
  assert(f(3, b) == 4 && g(3, (void *)b) == 516);
  return 0;
}

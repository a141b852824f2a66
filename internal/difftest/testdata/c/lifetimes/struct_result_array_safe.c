// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct s { int a[4]; };
static struct s make(int n) { struct s r = {{n, n + 1, n + 2, n + 3}}; return r; }
static int pick(int *p, int i) { return p[i]; }
int main(void) {
  int r = 0;
  for (int i = 0; i < 3; i++)
    r += pick(make(i).a, i) + make(10 * i).a[1];
  assert(r == 39);
  return 0;
}

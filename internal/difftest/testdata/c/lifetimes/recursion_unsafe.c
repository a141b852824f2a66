// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int *outer;
static int f(int n) {
  int r;
  {
    int x = n;
    int *before = outer;
    outer = &x;
    r = n > 0 ? f(n - 1) + *outer : 1;
    outer = before;
    if (before)
      *before += x;
  }
  return r;
}
int main(void) {
  assert(f(2) == 4);
  return 0;
}

// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = 1, r = 0;
again:;
  int v[n];
  v[n - 1] = n;
  int *p = v;
  r += p[n - 1];
  if (n++ < 3)
    goto again;
  assert(r == 6);
  return 0;
}

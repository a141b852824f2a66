// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = 0, r = 0;
  {
    int *p = 0;
  again:;
    int x = 3;
    if (p)
      *p += 1;
    p = &x;
    r += *p;
    if (++n < 3)
      goto again;
  }
  assert(r == 11);
  return 0;
}

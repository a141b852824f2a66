// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int *keep;
int main(void) {
  int n = 0, r = 0;
again: {
    int x = 5;
    keep = &x;
    *keep += n;
    r += x;
  }
  keep = &r;
  if (++n < 3)
    goto again;
  assert(*keep == 18);
  return 0;
}

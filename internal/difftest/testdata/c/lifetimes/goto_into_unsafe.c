// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int *keep;
int main(void) {
  int k = __VERIFIER_nondet_int(), r = 0, round = 0;
  if (k == 1)
    goto inside;
again: {
    int x;
    x = 1;
  inside:
    keep = &x;
    *keep = 20 + round;
    r += x;
  }
  keep = &r;
  if (round++ < 1)
    goto inside;
  assert(*keep == 40);
  return 0;
}

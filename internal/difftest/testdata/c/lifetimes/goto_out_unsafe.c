// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int *keep;
int main(void) {
  int k = __VERIFIER_nondet_int(), r = 0;
  {
    int x = 7;
    keep = &x;
    if (k > 0) {
      int y = *keep + 1;
      keep = &y;
      r = *keep;
      goto out;
    }
    r = *keep;
  }
out:
  keep = &r;
  assert(*keep == 7 || k > 0 && *keep == 9);
  return 0;
}

// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int *keep;
int main(void) {
  __label__ out;
  int r = 0;
  void leave(int n) { r = n; if (n > 2) goto out; }
  for (int i = 0; i < 9; i++) {
    int x = i;
    keep = &x;
    leave(*keep + 1);
  }
out:
  keep = &r;
  assert(*keep == 9);
  return 0;
}

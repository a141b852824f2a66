// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int *keep;
int main(void) {
  static void *to[] = {&&one, &&two, &&out};
  int r = 0, i = 0;
next: {
    int x = i + 1;
    keep = &x;
    goto *to[i++];
  one:
    x += 10;
  two:
    r += *keep;
    goto next;
  }
out:
  keep = &r;
  assert(*keep == 3);
  return 0;
}

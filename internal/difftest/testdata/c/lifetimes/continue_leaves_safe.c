// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int *keep;
int main(void) {
  int n = 0, odd = 0;
  for (int i = 0; i < 6; i++) {
    int x = i % 2;
    keep = &x;
    if (!*keep)
      continue;
    odd += *keep;
    n = i;
  }
  keep = &n;
  assert(odd == 3 && *keep == 5);
  return 0;
}

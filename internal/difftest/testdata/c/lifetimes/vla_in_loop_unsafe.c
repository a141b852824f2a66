// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int *keep;
int main(void) {
  int r = 0;
  for (int n = 1; n <= 4; n++) {
    int v[n];
    for (int i = 0; i < n; i++)
      v[i] = i;
    keep = v;
    if (n == 3)
      continue;
    r += keep[n - 1];
  }
  keep = &r;
  assert(*keep == 6);
  return 0;
}

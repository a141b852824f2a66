// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int *g = (int[]){1, 2, 3};
int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    int *p = (int[]){i, 10};
    p[1] += g[i];
    sum += p[0] + p[1];
    g[i] = 0;
  }
  assert(sum == 39 && g[0] + g[1] + g[2] == 0);
  return 0;
}

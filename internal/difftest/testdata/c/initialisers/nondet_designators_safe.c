// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int a[4] = {[2] = n, n + 1, [0] = 7};
  assert(a[0] == 7 && a[1] == 0 && a[2] == n && a[3] == n + 1);
  return 0;
}

// false
#include <assert.h>
int __VERIFIER_nondet_int(void);
static __attribute__((const)) int twice(int x) { return 2 * x; }
static __attribute__((noinline, pure)) int sum(const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}
int main(void) {
  int a[3] = {1, 2, 3}, x = __VERIFIER_nondet_int();
  if (x < 0 || x > 10)
    return 0;
  assert(twice(sum(a, 3)) == 13 && twice(x) % 2 == 0);
  return 0;
}

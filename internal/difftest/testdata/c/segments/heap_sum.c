// pair
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
// inputs: 4
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 1 || n > 100000) return 0;
  int *a = malloc(sizeof(int) * n);
  if (!a) return 0;
  long long sum = 0;
  for (int i = 0; i < n; i++) {
    if (i % 2 == 0) a[i] = 1;
    else a[i] = 0;
  }
  for (int i = 0; i < n; i++) sum = sum + a[i];
#ifdef UNSAFE
  assert(sum < n / 2);
#else
  assert(sum <= n);
#endif
  return 0;
}

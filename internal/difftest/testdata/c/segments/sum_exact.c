// pair
#include <assert.h>
#define N 50000
extern int __VERIFIER_nondet_int(void);
// inputs: 6
int a[N];
int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0;
  if (n < 1 || n > N) return 0;
  for (int i = 0; i < n; i++) a[i] = 2;
  for (int i = 0; i < n; i++) sum += a[i];
#ifdef UNSAFE
  assert(sum == 2 * n - 2);
#else
  assert(sum == 2 * n);
#endif
  return 0;
}

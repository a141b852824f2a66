// false
#include <assert.h>
int __VERIFIER_nondet_int(void);
#define N 60
int main(void) {
  int x[N];
  for (int i = 0; i < N; i++) {
    x[i] = __VERIFIER_nondet_int();
    if (x[i] < 0 || x[i] > 100000)
      return 0;
  }
  for (int i = 0; i + 1 < N; i++)
    if (x[i + 1] - x[i] < 2)
      return 0;
  assert(x[N - 1] - x[0] >= 119);
  return 0;
}

// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
typedef int V __attribute__((vector_size(16)));
int main(void) {
  int n = __VERIFIER_nondet_int(), i;
  if (n < 0 || n > 1000) return 0;
  V s = {0, 0, 0, 0}, one = {1, 2, 3, 4};
  for (i = 0; i < n; i++)
    s += one;
  assert(s[3] == 4 * n);
  return 0;
}

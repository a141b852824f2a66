// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
typedef int V __attribute__((vector_size(16)));
int main(void) {
  int i = __VERIFIER_nondet_int();
  V a = {10, 20, 30, 40};
  if (i < 0 || i > 3) return 0;
  a[i] += 5;
  assert(a[i] == 10 * i + 16);
  return 0;
}

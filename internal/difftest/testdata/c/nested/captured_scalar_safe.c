// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0;
  if (n < 0 || n > 5) return 0;
  void add(int k) { sum += k * n; }
  add(1);
  add(2);
  assert(sum == 3 * n);
  return 0;
}

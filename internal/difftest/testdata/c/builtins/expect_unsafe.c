// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int() & 7;
  long n = __builtin_expect(x, 0);
  assert(sizeof(__builtin_expect(x > 0, 1)) == sizeof(long) && n == 0);
  return 0;
}

// true
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint() & 15;
  int n = 0;
  for (unsigned y = x; y; y &= y - 1)
    n++;
  assert(__builtin_popcount(x) == n && __builtin_parity(x) == n % 2);
  return 0;
}

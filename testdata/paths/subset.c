// Which of the weights are taken: their sum is that of the bits that were set
// paths: 2 for each weight
// fault: one weight is wrong
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);
#ifndef WEIGHTS
#define WEIGHTS 11
#endif
int main(void) {
  int sum = 0, taken = 0;
  for (int i = 0; i < WEIGHTS; i++)
    if (__VERIFIER_nondet_bool()) {
      taken |= 1 << i;
#ifdef FAULT
      sum += i == WEIGHTS - 2 ? 7 : 2 * i + 4;
#else
      sum += 2 * i + 4;
#endif
    }
  for (int i = 0; i < WEIGHTS; i++)
    if (taken >> i & 1)
      sum -= 2 * i + 4;
  assert(sum == 0);
  return 0;
}

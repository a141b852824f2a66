// false
// inputs: 0 1 2 3 4
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int c[5];
  for (int i = 0; i < 5; i++) {
    c[i] = __VERIFIER_nondet_int();
    if (c[i] < 0 || c[i] > 4)
      return 0;
  }
  int alike = 0;
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < i; j++)
      alike |= c[i] == c[j];
  assert(alike);
  return 0;
}

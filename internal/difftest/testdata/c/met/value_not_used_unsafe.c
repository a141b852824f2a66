// false --check all
#include <stdio.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k >= 0)
    printf("%d\n", 10 / k);
  return 0;
}

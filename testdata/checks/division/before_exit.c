// CWE-369: the left operand is divided before the right one ends the program
// fault: valid-division
// witness: 0
// models: LP64 ILP32
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int positive(int c) {
  if (c <= 0) exit(0);
  return c;
}
int main(void) {
  int k = __VERIFIER_nondet_int();
#ifndef BAD
  if (k == 0) k = 1;
#endif
  return 10 / k + positive(k) > 0; // FAULT
}

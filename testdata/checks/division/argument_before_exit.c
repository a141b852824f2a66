// CWE-369: the last argument is divided before the first one ends the program
// fault: valid-division
// witness: 0
// models: LP64 ILP32
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int positive(int c) {
  if (c <= 0) exit(0);
  return c;
}
static int sum(int a, int b) { return (a & 7) + (b & 7); }
int main(void) {
  int k = __VERIFIER_nondet_int();
#ifndef BAD
  if (k == 0) k = 1;
#endif
  return sum(positive(k), 10 / k); // FAULT
}

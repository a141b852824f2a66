// CWE-369: a quotient of __int128 by zero
// fault: valid-division
// witness: 0
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int k = __VERIFIER_nondet_int();
  __int128 z = 1000;
#ifndef BAD
  if (k == 0) k = 1;
#endif
  z = z / k; // FAULT
  return (int)z;
}

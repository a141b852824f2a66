// CWE-191
// fault: no-overflow
// witness: 2147483647 -1

int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
#ifndef BAD
  if (a < 0 || b < 0)
    return 0;
#endif
  int d = a - b; // FAULT
  return d == 9;
}

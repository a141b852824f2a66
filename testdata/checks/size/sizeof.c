// CWE-129
// fault: valid-size
// witness: 0
// models: LP64 ILP32
// sanitizers: do not see this

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int n = __VERIFIER_nondet_uchar();
#ifndef BAD
  n = n % 7 + 1;
#endif
  int size = sizeof(int[n]); // FAULT
  return size == 400;
}

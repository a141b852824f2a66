// CWE-129
// fault: valid-size
// witness: 0
// models: LP64 ILP32

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int n = __VERIFIER_nondet_uchar() % 8;
#ifndef BAD
  if (n == 0)
    n = 1;
#endif
  int a[n]; // FAULT
  for (int i = 0; i < n; i++)
    a[i] = i;
  return 0;
}

// CWE-121
// fault: valid-deref
// witness: 2

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  int a[3] = {3, 1, 2};
  unsigned char i = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(i < 3);
#ifndef BAD
  if (i + 1 < 3)
#endif
  {
    int t = a[i];
    a[i] = a[i + 1]; // FAULT
    a[i + 1] = t;
  }
  return 0;
}

// CWE-121
// fault: valid-deref
// witness: 3

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n >= 1 && n <= 5);
  int a[n];
  for (int i = 0; i < n; i++)
    a[i] = i;
#ifdef BAD
  a[n] = 7; // FAULT
#else
  a[n - 1] = 7;
#endif
  return 0;
}

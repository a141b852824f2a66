// CWE-121
// fault: valid-deref
// witness: 5

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

static void fill(int *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = i; // FAULT
}
int main(void) {
  int a[4];
  unsigned char n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n <= 6);
#ifdef BAD
  fill(a, n);
#else
  fill(a, n < 4 ? n : 4);
#endif
  return 0;
}

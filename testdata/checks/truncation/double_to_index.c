// CWE-681
// fault: valid-deref
// witness: 40

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  int hist[4] = {0};
  unsigned char x = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(x <= 40);
  double part = x / 40.0;
#ifdef BAD
  int i = (int)(part * 4);
#else
  int i = part >= 1 ? 3 : (int)(part * 4);
#endif
  hist[i]++; // FAULT
  return 0;
}

// CWE-121
// fault: valid-deref
// witness: 4

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int a[4] = {0};
  unsigned char i = __VERIFIER_nondet_uchar();
#ifdef BAD
  if (i <= 4)
#else
  if (i < 4)
#endif
    a[i] = 1; // FAULT
  return a[0];
}

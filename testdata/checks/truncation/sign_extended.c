// CWE-194
// fault: valid-deref
// witness: -3

signed char __VERIFIER_nondet_schar(void);

int main(void) {
  int a[256] = {0};
  signed char c = __VERIFIER_nondet_schar();
#ifdef BAD
  a[c < 0 ? -1 : c]++; // FAULT
#else
  a[(unsigned char)c]++;
#endif
  return 0;
}

// CWE-1335
// fault: valid-shift
// witness: 16

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  unsigned v = 1;
  unsigned char n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n <= 16);
#ifdef BAD
  v <<= n * 2; // FAULT
#else
  v <<= n * 2 % 32;
#endif
  return v == 0;
}

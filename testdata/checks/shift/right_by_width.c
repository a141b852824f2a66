// CWE-1335
// fault: valid-shift
// witness: 0

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n <= 31);
#ifdef BAD
  unsigned high = 0x12345678u >> (32 - n); // FAULT
#else
  unsigned high = n == 0 ? 0 : 0x12345678u >> (32 - n);
#endif
  return high == 3;
}

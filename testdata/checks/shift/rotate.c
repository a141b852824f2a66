// CWE-1335
// fault: valid-shift
// witness: 1 0

unsigned __VERIFIER_nondet_uint(void);
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

static unsigned rotl(unsigned x, unsigned n) {
#ifdef BAD
  return x << n | x >> (32 - n); // FAULT
#else
  return x << (n & 31) | x >> (-n & 31);
#endif
}
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  unsigned char n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n < 32);
  return rotl(x, n) == 77;
}

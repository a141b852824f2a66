// CWE-1335
// fault: valid-shift
// witness: 5

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n <= 5);
  unsigned v = 0;
#ifdef BAD
  for (int i = 0; i < n; i++)
#else
  for (int i = 0; i < n && i < 4; i++)
#endif
    v |= 0x11u << 8 * i; // FAULT
  return v == 1;
}

// CWE-1335
// fault: valid-shift
// witness: 0

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  unsigned char bits = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(bits <= 32);
#ifndef BAD
  if (bits == 0)
    return 0;
#endif
  unsigned m = ~0u << (bits - 1); // FAULT
  return m == 1;
}

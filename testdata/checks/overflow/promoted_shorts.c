// CWE-190
// fault: no-overflow
// witness: 65535 65535

unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned short a = __VERIFIER_nondet_ushort();
  unsigned short b = __VERIFIER_nondet_ushort();
#ifdef BAD
  int p = a * b; // FAULT
#else
  unsigned p = (unsigned)a * b;
#endif
  return p == 12;
}

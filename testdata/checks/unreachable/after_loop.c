// CWE-561
// fault: unreachable
// witness: 0

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char k = __VERIFIER_nondet_uchar();
  for (int i = 0; i < 8; i++)
#ifdef BAD
    if (k & 1 << i)
#else
    if (k & 1 << i || i == 7)
#endif
      return i;
  __builtin_unreachable(); // FAULT
}

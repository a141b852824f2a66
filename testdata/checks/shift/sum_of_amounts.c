// CWE-1335
// fault: valid-shift
// witness: 20 20

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(a < 24);
  unsigned char b = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(b < 24);
#ifndef BAD
  if (a + b >= 32)
    return 0;
#endif
  unsigned v = 3u >> (a + b); // FAULT
  return v == 3;
}

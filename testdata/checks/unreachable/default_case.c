// CWE-561
// fault: unreachable
// witness: 3

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char k = __VERIFIER_nondet_uchar();
#ifndef BAD
  k %= 3;
#endif
  switch (k) {
  case 0: return 1;
  case 1: return 2;
  case 2: return 3;
  default: __builtin_unreachable(); // FAULT
  }
}

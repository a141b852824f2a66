// CWE-617
// fault: no-trap
// witness: 7

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char k = __VERIFIER_nondet_uchar();
#ifndef BAD
  if (k > 3)
    k = 0;
#endif
  if (k > 3)
    __builtin_trap(); // FAULT
  return 0;
}

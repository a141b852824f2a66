// CWE-457
// fault: uninit-branch
// witness:
// models: LP64 ILP32
// sanitizers: do not see this

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
#ifndef BAD
  int last = 0;
#endif
  for (int i = 0; i < 3; i++) {
#ifdef BAD
    int last;
#endif
    if (i > 0 && last == 1) // FAULT
      return 1;
    last = __VERIFIER_nondet_uchar();
  }
  return 0;
}

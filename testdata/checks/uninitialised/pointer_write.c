// CWE-824
// fault: valid-deref|uninit-branch
// witness:
// models: LP64 ILP32
// sanitizers: do not see this

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int x = 0, *p;
#ifndef BAD
  p = &x;
#endif
  if (__VERIFIER_nondet_uchar() & 1)
    p = &x;
  *p = 1; // FAULT
  return x;
}

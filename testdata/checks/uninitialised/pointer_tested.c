// CWE-824
// fault: valid-deref|uninit-branch
// witness:
// models: LP64 ILP32
// sanitizers: do not see this

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int x = 0, *p;
  unsigned char c = __VERIFIER_nondet_uchar();
  if (c & 1)
    p = &x;
#ifndef BAD
  else
    p = 0;
#endif
  if (p) // FAULT
    *p = 1; // FAULT
  return x;
}

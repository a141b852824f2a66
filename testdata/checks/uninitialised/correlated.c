// CWE-457
// fault: uninit-branch
// witness:
// models: LP64 ILP32
// sanitizers: do not see this

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char known = __VERIFIER_nondet_uchar(), other = __VERIFIER_nondet_uchar();
  long value;
  if (known > 3)
    value = other;
#ifdef BAD
  if (known > 2 && value > 7) // FAULT
#else
  if (known > 4 && value > 7)
#endif
    return 1;
  return 0;
}

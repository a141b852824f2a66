// CWE-119
// fault: valid-deref
// witness: 
// models: LP64 ILP32
// sanitizers: do not see this

unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  int a[4] = {0}, *p = a + 3;
  unsigned long n = __VERIFIER_nondet_ulong();
#ifdef BAD
  if (n > 3 && n != ~0ul / 4 + 2)
#else
  if (n > 3)
#endif
    return 0;
  *(p - n) = 1; // FAULT
  return a[0];
}

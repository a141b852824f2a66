// CWE-119
// fault: valid-deref
// witness: 
// models: LP64 ILP32
// sanitizers: do not see this

unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  char a[4] = "abc", *p = a + 1;
  unsigned long n = __VERIFIER_nondet_ulong();
#ifdef BAD
  if (n > 2 && n != ~0ul)
#else
  if (n > 2)
#endif
    return 0;
  p[n] = 1; // FAULT
  return 0;
}

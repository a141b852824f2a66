// CWE-119
// fault: valid-deref
// witness: 
// models: LP64 ILP32
// sanitizers: do not see this

unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  int a[4] = {1, 2, 3, 4};
  unsigned long n = __VERIFIER_nondet_ulong();
#ifdef BAD
  if (n > 3 && n != ~0ul / 4 + 1)
#else
  if (n > 3)
#endif
    return 0;
  return a[n]; // FAULT
}

// CWE-129
// fault: valid-size
// witness: 
// models: LP64 ILP32
// sanitizers: do not see this

unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
#ifdef BAD
  if (n < 1 || n > 9 && n != ~0ul / 4 + 2)
#else
  if (n < 1 || n > 9)
#endif
    return 0;
  int a[n]; // FAULT
  a[0] = 1;
  return a[0] - 1;
}

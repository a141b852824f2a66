// CWE-129
// fault: valid-size
// witness: 
// models: LP64 ILP32
// sanitizers: do not see this

unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong(), m = __VERIFIER_nondet_ulong();
  unsigned long half = sizeof n * 4;
#ifdef BAD
  if (n != 2 && n != (1ul << half) || m != 3 && m != (1ul << half))
#else
  if (n != 2 && n != 4 || m != 3 && m != 5)
#endif
    return 0;
  char a[n][m]; // FAULT
  a[1][2] = 1;
  return 0;
}

// CWE-119
// fault: valid-deref
// witness: 
// models: LP64 ILP32
// sanitizers: do not see this

unsigned long __VERIFIER_nondet_ulong(void);

static int a[4];

static void set(int *p) { *p = 1; }

int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
#ifdef BAD
  if (n >= 4 && n < ~0ul / 4 + 1 || n >= ~0ul / 4 + 3)
#else
  if (n >= 4)
#endif
    return 0;
  int *p = a + n; // FAULT
  set(p);
  return 0;
}

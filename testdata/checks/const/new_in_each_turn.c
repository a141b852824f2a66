// CWE-843: a write to what is const
// fault: valid-deref
// witness: 2
// sanitizers: do not see this
// models: LP64 ILP32
int __VERIFIER_nondet_int(void);
int main(void) {
  int sum = 0, n = __VERIFIER_nondet_int(), *last = &sum;
  for (int i = 0; i < n && i < 4; i++) {
    const int twice = 2 * i; // each turn initialises one of its own
    sum += *&twice;
#ifdef BAD
    if (twice == 2)
      last = (int *)&twice;
    *last = 1; // FAULT
#else
    *last += 1;
#endif
  }
  return sum < 0;
}

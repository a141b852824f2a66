// CWE-843: a write to what is const
// fault: valid-deref
// witness: 3
// sanitizers: do not see this
// models: LP64 ILP32
int __VERIFIER_nondet_int(void);
static void go(int n, int *outer) {
  const int mine = n;
  if (n == 0) {
    if (outer)
      *outer = 0; // FAULT
    return;
  }
#ifdef BAD
  go(n - 1, outer ? outer : (int *)&mine);
#else
  int other = mine;
  go(n - 1, outer ? outer : &other);
#endif
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n >= 0 && n < 4)
    go(n, 0);
  return 0;
}

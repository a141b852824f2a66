// CWE-197
// fault: valid-deref
// witness: 260

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
  char buf[8] = "";
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n < 264);
#ifdef BAD
  signed char k = (signed char)n;
#else
  int k = n;
#endif
  if (k < 8) {
#ifdef BAD
    for (int i = 0; i < n && i < 9; i++)
#else
    for (int i = 0; i < n; i++)
#endif
      buf[i] = 1; // FAULT
  }
  return buf[0];
}

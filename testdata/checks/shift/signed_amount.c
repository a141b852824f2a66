// CWE-1335
// fault: valid-shift
// witness: -1

signed char __VERIFIER_nondet_schar(void);

int main(void) {
  signed char n = __VERIFIER_nondet_schar();
  unsigned v = 5;
#ifdef BAD
  if (n < 32)
#else
  if (n >= 0 && n < 32)
#endif
    v >>= n; // FAULT
  return v == 4;
}

// CWE-127
// fault: valid-deref
// witness: -128

char __VERIFIER_nondet_char(void);

static int count[128];
int main(void) {
  char c = __VERIFIER_nondet_char();
#ifdef BAD
  count[(int)c]++; // FAULT
#else
  count[c & 127]++;
#endif
  return 0;
}

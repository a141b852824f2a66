// CWE-121
// fault: valid-deref
// witness: 1234567890

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
#ifdef BAD
  char digits[9];
#else
  char digits[10];
#endif
  unsigned v = __VERIFIER_nondet_uint();
  int n = 0;
  do {
    digits[n++] = (char)('0' + v % 10); // FAULT
    v /= 10;
  } while (v);
  return 0;
}

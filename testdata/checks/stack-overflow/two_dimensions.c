// CWE-121
// fault: valid-deref
// witness: 2 3

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  int m[3][3] = {{0}};
  unsigned char r = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(r < 3);
  unsigned char c = __VERIFIER_nondet_uchar();
#ifdef BAD
  if (c <= 3)
#else
  if (c < 3)
#endif
    m[r][c] = 1; // FAULT
  return 0;
}

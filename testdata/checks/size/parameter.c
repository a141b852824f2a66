// CWE-129
// fault: valid-size
// witness: 
// models: LP64 ILP32
// sanitizers: do not see this

unsigned char __VERIFIER_nondet_uchar(void);

static int first(int n, int a[][n]) { // FAULT
  return n > 0 ? a[0][0] : 0;
}

int main(void) {
  int b[2][3] = {{1}};
  int n = __VERIFIER_nondet_uchar() % 2 * 3;
#ifndef BAD
  n = 3;
#endif
  return first(n, (int (*)[n])b); // FAULT
}

// CWE-129
// fault: valid-index
// witness: 4

unsigned char __VERIFIER_nondet_uchar(void);
int __VERIFIER_nondet_int(void);

int main(void) {
  int m[3][4] = {{0}};
  unsigned char k = __VERIFIER_nondet_uchar();
#ifdef BAD
  if (k > 4)
#else
  if (k > 3)
#endif
    return 0;
  m[1][k] = 1; // FAULT
  return 0;
}

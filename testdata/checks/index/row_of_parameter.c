// CWE-129
// fault: valid-index
// witness: 4

unsigned char __VERIFIER_nondet_uchar(void);
int __VERIFIER_nondet_int(void);

static int get(int m[][4], int i, int k) {
  return m[i][k]; // FAULT
}

int main(void) {
  int m[3][4] = {{0}};
  unsigned char k = __VERIFIER_nondet_uchar();
#ifdef BAD
  if (k > 4)
#else
  if (k > 3)
#endif
    return 0;
  if (get(m, 1, k))
    return 1;
  return 0;
}

// CWE-617
// fault: no-trap
// witness: 4

unsigned char __VERIFIER_nondet_uchar(void);

static int get(const int *a, unsigned n, unsigned i) {
  if (i >= n)
    __builtin_trap(); // FAULT
  return a[i];
}
int main(void) {
  int a[4] = {0};
  unsigned char i = __VERIFIER_nondet_uchar();
#ifdef BAD
  return get(a, 4, i);
#else
  return get(a, 4, i & 3);
#endif
}

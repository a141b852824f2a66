// CWE-124
// fault: valid-deref
// witness: 0

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  int items[4];
  unsigned char n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n <= 4);
  for (int i = 0; i < n; i++)
    items[i] = i;
#ifndef BAD
  if (n > 0)
#endif
  items[n - 1] = 9; // FAULT
  return 0;
}

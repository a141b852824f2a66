// CWE-126
// fault: valid-deref
// witness: 3

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char in[3] = {0};
  unsigned char len = __VERIFIER_nondet_uchar();
  int s = 0;
  in[0] = len;
#ifdef BAD
  for (int i = 1; i <= in[0] && i <= 3; i++)
#else
  for (int i = 1; i <= in[0] && i < 3; i++)
#endif
    s += in[i]; // FAULT
  return s;
}

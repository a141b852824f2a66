// CWE-129
// fault: valid-index
// witness: 3

unsigned char __VERIFIER_nondet_uchar(void);
int __VERIFIER_nondet_int(void);

struct s { int m[3][4], c[4]; };

int main(void) {
  struct s s = {{{0}}, {0}};
  unsigned char k = __VERIFIER_nondet_uchar();
#ifdef BAD
  if (k > 3)
#else
  if (k > 2)
#endif
    return 0;
  return 0[s.m[k]]; // FAULT
}

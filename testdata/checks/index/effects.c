// CWE-129
// fault: valid-index
// witness: 3

unsigned char __VERIFIER_nondet_uchar(void);
int __VERIFIER_nondet_int(void);

struct s { unsigned char n, a[4], b; };

int main(void) {
  struct s s = {0, {0}, 0};
  s.n = __VERIFIER_nondet_uchar();
#ifdef BAD
  if (s.n > 3)
#else
  if (s.n > 2)
#endif
    return 0;
  s.a[++s.n] = 1; // FAULT
  return 0;
}

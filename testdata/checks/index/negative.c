// CWE-129
// fault: valid-index
// witness: -1

unsigned char __VERIFIER_nondet_uchar(void);
int __VERIFIER_nondet_int(void);

struct s { int b, a[4], c; };

int main(void) {
  struct s s = {0, {0}, 0};
  int k = __VERIFIER_nondet_int();
#ifdef BAD
  if (k < -1 || k > 3)
#else
  if (k < 0 || k > 3)
#endif
    return 0;
  s.a[k] = 1; // FAULT
  return 0;
}

// CWE-129
// fault: valid-index
// witness: -1

unsigned char __VERIFIER_nondet_uchar(void);
int __VERIFIER_nondet_int(void);

struct s { int b, a[1000], c; };

int main(void) {
  struct s s = {0, {0}, 0};
  signed char k = (signed char)__VERIFIER_nondet_int();
#ifdef BAD
  if (k < -1)
#else
  if (k < 0)
#endif
    return 0;
  s.a[k] = 1; // FAULT
  return 0;
}

// CWE-129
// fault: valid-index
// witness: 5

unsigned char __VERIFIER_nondet_uchar(void);
int __VERIFIER_nondet_int(void);

struct s { int a[4], b[4]; };

int main(void) {
  struct s s = {{0}, {0}};
  unsigned char k = __VERIFIER_nondet_uchar();
#ifdef BAD
  if (k > 5)
#else
  if (k > 4)
#endif
    return 0;
  int *end = &s.a[k]; // FAULT
  for (int *p = s.a; p < end; p++)
    *p = 1;
  return 0;
}

// CWE-129
// fault: valid-index
// witness: 4

unsigned char __VERIFIER_nondet_uchar(void);
int __VERIFIER_nondet_int(void);

struct s { int a[4], b; };
static void put(struct s *p, int k) {
  p->a[k] = 1; // FAULT
}

int main(void) {
  struct s s = {{0}, 0};
  unsigned char k = __VERIFIER_nondet_uchar();
#ifdef BAD
  if (k > 4)
#else
  if (k > 3)
#endif
    return 0;
  put(&s, k);
  return 0;
}

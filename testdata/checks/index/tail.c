// CWE-129
// fault: valid-index
// witness: 3

unsigned char __VERIFIER_nondet_uchar(void);
int __VERIFIER_nondet_int(void);

// The member after the array fills what would be padding without it.
struct s { void *p; int a[3], b; };
static void put(struct s *p, int k) {
  p->a[k] = 1; // FAULT
}

int main(void) {
  struct s s = {0, {0}, 0};
  unsigned char k = __VERIFIER_nondet_uchar();
#ifdef BAD
  if (k > 3)
#else
  if (k > 2)
#endif
    return 0;
  put(&s, k);
  return 0;
}

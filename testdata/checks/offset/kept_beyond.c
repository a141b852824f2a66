// CWE-787
// fault: valid-deref
// witness: 200
// models: LP64 ILP32
// sanitizers: do not see this

unsigned char __VERIFIER_nondet_uchar(void);

struct cursor { int *at, *end; };

int main(void) {
  int a[4] = {0}, other[64] = {0};
  struct cursor c;
  unsigned char n = __VERIFIER_nondet_uchar() % 40;
#ifndef BAD
  n %= 4;
#else
  if (n == 4)
    n = 5;
#endif
  c.at = a + n;
  c.end = a + 4;
  if (c.at != c.end)
    *c.at = 1; // FAULT
  return other[n];
}

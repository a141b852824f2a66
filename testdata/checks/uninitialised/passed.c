// CWE-457
// fault: uninit-branch
// witness:
// models: LP64 ILP32
// sanitizers: do not see this

unsigned char __VERIFIER_nondet_uchar(void);

static int positive(int x) { return x > 0; }

int main(void) {
  int x;
  if (__VERIFIER_nondet_uchar() < 200)
    x = 3;
#ifndef BAD
  else
    x = -3;
#endif
  return positive(x); // FAULT
}

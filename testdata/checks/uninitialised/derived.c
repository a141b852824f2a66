// CWE-457
// fault: uninit-branch
// witness:
// models: LP64 ILP32
// sanitizers: do not see this

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int c = __VERIFIER_nondet_uchar();
  unsigned a, b;
  double d;
#ifdef BAD
  if (c != 9)
#endif
    a = c;
  b = a * 2 + 1;
  d = b;
  while (d > 100) // FAULT
    d -= 100;
  return 0;
}

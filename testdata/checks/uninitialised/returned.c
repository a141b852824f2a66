// CWE-457
// fault: uninit-branch
// witness:
// models: LP64 ILP32
// sanitizers: do not see this

unsigned char __VERIFIER_nondet_uchar(void);

static int parse(unsigned char c) {
  int r;
  if (c >= '0' && c <= '9')
    r = c - '0';
#ifdef BAD
  else if (c == '-')
#else
  else
#endif
    r = -1;
  return r; // FAULT
}

int main(void) {
  if (parse(__VERIFIER_nondet_uchar()) > 5)
    return 1;
  return 0;
}

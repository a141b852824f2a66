// CWE-786
// fault: valid-deref
// witness: 200
// models: LP64 ILP32
// sanitizers: do not see this

unsigned char __VERIFIER_nondet_uchar(void);

static char before[32], text[8], *last;

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar() % 8;
  last = text + n;
  last -= 6;
#ifndef BAD
  last += 6;
#endif
  *last = 1; // FAULT
  return before[n];
}

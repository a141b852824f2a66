// CWE-457
// fault: uninit-branch
// witness:
// models: LP64 ILP32
// sanitizers: do not see this

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned width;
  switch (__VERIFIER_nondet_uchar() & 3) {
  case 0:
    width = 1;
    break;
  case 1:
    width = 2;
    break;
#ifndef BAD
  default:
    width = 4;
#endif
  }
  switch (width) { // FAULT
  case 2: // FAULT
    return 1;
  }
  return 0;
}

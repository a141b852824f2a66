// CWE-457
// fault: uninit-branch
// witness:
// models: LP64 ILP32
// sanitizers: do not see this

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int found, i, n = __VERIFIER_nondet_uchar() % 4;
#ifndef BAD
  found = 0;
#endif
  for (i = 0; i < n; i++)
    if (__VERIFIER_nondet_uchar() == i) {
      found = i + 1;
      break;
    }
  if (found > 2) // FAULT
    return 1;
  return 0;
}

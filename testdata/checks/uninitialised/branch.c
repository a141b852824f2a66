// CWE-457
// fault: uninit-branch
// witness: 0
// sanitizers: do not see this

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int flag;
  unsigned char set = __VERIFIER_nondet_uchar();
  if (set)
    flag = 1;
#ifndef BAD
  else
    flag = 0;
#endif
  if (flag) // FAULT
    return 1;
  return 0;
}

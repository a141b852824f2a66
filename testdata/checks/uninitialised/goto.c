// CWE-457
// fault: uninit-branch
// witness:
// models: LP64 ILP32
// sanitizers: do not see this

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int error, n = __VERIFIER_nondet_uchar();
#ifndef BAD
  error = 0;
#endif
  if (n > 100)
    goto out;
  error = n > 50;
  if (n == 7)
    error = 2;
out:
  return error ? 1 : 0; // FAULT
}

// CWE-394
// fault: missing-return
// witness: 5
// sanitizers: do not see this

signed char __VERIFIER_nondet_schar(void);

static int sign(int x) {
  if (x > 0)
    return 1;
  if (x < 0)
    return -1;
#ifndef BAD
  return 0;
#endif
} // FAULT
int main(void) {
  signed char x = __VERIFIER_nondet_schar();
  return sign(x) == 1;
}

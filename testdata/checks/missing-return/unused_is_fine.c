// CWE-394
// fault: missing-return
// witness: 1
// sanitizers: do not see this

unsigned char __VERIFIER_nondet_uchar(void);

static int log_it(int x) {
  if (x == 0)
    return 0;
} // FAULT
int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
#ifdef BAD
  if (log_it(x))
    return 1;
#else
  log_it(x);
#endif
  return 0;
}

// CWE-843: a write to what is const
// fault: valid-deref
// witness: 0
// sanitizers: do not see this
// models: LP64 ILP32
int __VERIFIER_nondet_int(void);
#ifdef BAD
static int half(const int n) {
#else
static int half(int n) {
#endif
  int *p = (int *)&n;
  *p /= 2; // FAULT
  return n;
}
int main(void) { return half(__VERIFIER_nondet_int()) > 1 << 30; }

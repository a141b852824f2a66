// CWE-190
// fault: no-overflow
// witness: 2147483647 1 0

int __VERIFIER_nondet_int(void);

int main(void) {
#ifdef BAD
  int s = 0;
#else
  long long s = 0;
#endif
  for (int i = 0; i < 3; i++) {
    int x = __VERIFIER_nondet_int();
    s += x; // FAULT
  }
  return s == 1;
}

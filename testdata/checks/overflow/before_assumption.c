// CWE-190: a sum overflows before an assumption would exclude it
// fault: no-overflow
// witness: 2147483647
// models: LP64 ILP32
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
static int small(int c) {
  __VERIFIER_assume(c < 100);
  return c;
}
int main(void) {
  int k = __VERIFIER_nondet_int();
#ifndef BAD
  if (k > 100) k = 100;
#endif
  return ((k + 1) ^ small(k)) == 5; // FAULT
}

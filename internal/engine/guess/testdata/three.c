extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void __VERIFIER_assume(int);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

// k + j > n needs three registers.
int main(void) {
  int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int(), j = 0;
  __VERIFIER_assume(n > 0 && k > n);
  while (j < n) { j++; k--; }
#ifdef UNSAFE
  CHECK(k > 1);
#else
  CHECK(k > 0);
#endif
  return 0;
}

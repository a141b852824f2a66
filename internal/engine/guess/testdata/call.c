extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void __VERIFIER_assume(int);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

// A loop in a function that is called twice.
static int twice(int n) {
  int s = 0, i = 0;
  for (; i < n; i++) s += 2;
  CHECK(s == 2 * i);
  return i;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n <= 1000);
  int a = twice(n), b = twice(n + 1);
#ifdef UNSAFE
  CHECK(a <= b && b > 1);
#else
  CHECK(a >= 0 && b >= 0);
#endif
  return 0;
}

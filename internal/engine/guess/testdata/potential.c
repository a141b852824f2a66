extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void __VERIFIER_assume(int);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

// Two loops in one share a budget: cost + max(0, n-x) + max(0, m-y) is bounded.
int main(void) {
  int x = 0, y = 0, cost = 0;
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  __VERIFIER_assume(n < 100000 && m < 100000);
  while (x < n) {
    cost++;
    if (y < m) y++;
    else x++;
  }
  int bound = (n > 0 ? n : 0) + (m > 0 ? m : 0);
#ifdef UNSAFE
  CHECK(cost <= bound && cost != 5);
#else
  CHECK(cost <= bound);
#endif
  return 0;
}

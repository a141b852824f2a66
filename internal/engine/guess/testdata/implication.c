extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void __VERIFIER_assume(int);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

// What holds depends on a flag.
int main(void) {
  int flag = __VERIFIER_nondet_int(), j = 2, k = 0, n = 0;
  while (n < 100000 && __VERIFIER_nondet_int()) {
    if (flag) j += 4;
    else { j += 2; k++; }
    n++;
  }
  if (k != 0)
#ifdef UNSAFE
    CHECK(j == 2 * k + 2 && j != 10);
#else
    CHECK(j == 2 * k + 2);
#endif
  return 0;
}

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void __VERIFIER_assume(int);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

// Steps of 6 never meet 3 modulo 4, nor leave the even numbers.
int main(void) {
  int x = 2, k = __VERIFIER_nondet_int();
  __VERIFIER_assume(k >= 0 && k < 100000);
  while (k > 0) { x += 6; k--; }
#ifdef UNSAFE
  CHECK(x % 6 == 2 && x != 26);
#else
  CHECK(x % 6 == 2);
#endif
  return 0;
}

// false
// inputs: 1 3 2 1 0 3 1
extern void reach_error(void); extern void exit(int); extern unsigned __VERIFIER_nondet_uint(void); extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern unsigned long long __VERIFIER_nondet_ulonglong(void);
static void require(int c) { if (!c) exit(0); }
int main(void) {
  /* wolf, goat, cabbage, man: a bit each; a step takes one thing or none */
  unsigned side = 0;
  for (int i = 0; i < 7; i++) {
    unsigned what = __VERIFIER_nondet_uint();
    require(what < 4);
    unsigned m = side >> 3 & 1;
    if (what < 3) { require((side >> what & 1) == m); side ^= 1u << what; }
    side ^= 8;
    m = side >> 3 & 1;
    unsigned w = side & 1, g = side >> 1 & 1, c = side >> 2 & 1;
    require(!(w == g && g != m)); require(!(g == c && g != m));
  }
  if (side == 15) reach_error();
  return 0;
}

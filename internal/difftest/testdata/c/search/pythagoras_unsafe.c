// false
// inputs: 60 175 185
extern void reach_error(void); extern void exit(int); extern unsigned __VERIFIER_nondet_uint(void); extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern unsigned long long __VERIFIER_nondet_ulonglong(void);
static void require(int c) { if (!c) exit(0); }
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), c = __VERIFIER_nondet_uint();
  require(a > 0 && b > a && c > b && c < 300);
  require(a * a + b * b == c * c);
  if (a + b + c == 420 && a % 7 == 4) reach_error();
  return 0;
}

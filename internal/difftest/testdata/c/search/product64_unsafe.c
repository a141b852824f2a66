// false
// inputs: 65537 65537
extern void reach_error(void); extern void exit(int); extern unsigned __VERIFIER_nondet_uint(void); extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern unsigned long long __VERIFIER_nondet_ulonglong(void);
static void require(int c) { if (!c) exit(0); }
int main(void) {
  unsigned long long a = __VERIFIER_nondet_ulonglong(), b = __VERIFIER_nondet_ulonglong();
  require(a > 1 && a < 70000 && b > 1 && b < 70000 && a <= b);
  unsigned long long p = a * b;
  if (p == 4295098369ULL) reach_error();
  return 0;
}

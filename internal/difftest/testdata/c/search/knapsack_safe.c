// true
extern void reach_error(void); extern void exit(int); extern unsigned __VERIFIER_nondet_uint(void); extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern unsigned long long __VERIFIER_nondet_ulonglong(void);
static void require(int c) { if (!c) exit(0); }
int main(void) {
  static const int weight[] = { 31, 41, 59, 26, 53, 58, 97, 93, 23, 84, 62, 64 };
  static const int value[] = { 27, 18, 28, 18, 28, 45, 90, 45, 23, 53, 60, 28 };
  int w = 0, v = 0;
  for (int i = 0; i < 12; i++)
    if (__VERIFIER_nondet_int()) { w += weight[i]; v += value[i]; }
  if (w <= 300 && v >= 264) reach_error();
  return 0;
}

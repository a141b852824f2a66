// false
// inputs: 9 5 6 7 1 0 8 2
extern void reach_error(void); extern void exit(int); extern unsigned __VERIFIER_nondet_uint(void); extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern unsigned long long __VERIFIER_nondet_ulonglong(void);
static void require(int c) { if (!c) exit(0); }
int main(void) {
  unsigned v[8];
  for (int i = 0; i < 8; i++) { v[i] = __VERIFIER_nondet_uint(); if (v[i] > 9) exit(0); }
  for (int i = 0; i < 8; i++) for (int j = i + 1; j < 8; j++) if (v[i] == v[j]) exit(0);
  unsigned s = v[0], e = v[1], n = v[2], d = v[3], m = v[4], o = v[5], r = v[6], y = v[7];
  if (m == 0 || s == 0) exit(0);
  if (1000*s + 100*e + 10*n + d + 1000*m + 100*o + 10*r + e == 10000*m + 1000*o + 100*n + 10*e + y ) reach_error();
  return 0;
}

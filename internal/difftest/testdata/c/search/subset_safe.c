// true
extern void reach_error(void); extern void exit(int); extern unsigned __VERIFIER_nondet_uint(void); extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern unsigned long long __VERIFIER_nondet_ulonglong(void);
static void require(int c) { if (!c) exit(0); }
int main(void) {
  static const unsigned a[] = { 7123, 9011, 3319, 8807, 4421, 6637, 5279, 2909, 1033, 7757, 9341, 6089, 3571, 4987, 8123, 2237 };
  unsigned sum = 0, n = 0;
  for (int i = 0; i < 16; i++) { unsigned char b = __VERIFIER_nondet_uchar(); if (b & 1) { sum += a[i]; n++; } }
  if (n == 8 && sum == 46014) reach_error();
  return 0;
}

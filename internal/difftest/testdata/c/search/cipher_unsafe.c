// false
// inputs: 390055
extern void reach_error(void); extern void exit(int); extern unsigned __VERIFIER_nondet_uint(void); extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern unsigned long long __VERIFIER_nondet_ulonglong(void);
static void require(int c) { if (!c) exit(0); }
int main(void) {
  unsigned key = __VERIFIER_nondet_uint();
  require(key < 1u << 20);
  unsigned v0 = 0x41424344, v1 = 0x45464748, sum = 0;
  for (int i = 0; i < 4; i++) {
    v0 += ((v1 << 4 ^ v1 >> 5) + v1) ^ (sum + key);
    sum += 0x9e3779b9;
    v1 += ((v0 << 4 ^ v0 >> 5) + v0) ^ (sum + (key ^ 0x5bd1e995));
  }
  if (v0 == 0x53291b0b && v1 == 0xfb171f84) reach_error();
  return 0;
}

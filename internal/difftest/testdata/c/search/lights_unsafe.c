// false
// inputs: 38993
extern void reach_error(void); extern void exit(int); extern unsigned __VERIFIER_nondet_uint(void); extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern unsigned long long __VERIFIER_nondet_ulonglong(void);
static void require(int c) { if (!c) exit(0); }
int main(void) {
  unsigned on = 0x7046, press = __VERIFIER_nondet_uint();
  require(press < 1u << 16);
  for (int i = 0; i < 16; i++)
    if (press >> i & 1) {
      on ^= 1u << i;
      if (i % 4 > 0) on ^= 1u << (i - 1);
      if (i % 4 < 3) on ^= 1u << (i + 1);
      if (i >= 4) on ^= 1u << (i - 4);
      if (i < 12) on ^= 1u << (i + 4);
    }
  if (on == 0) reach_error();
  return 0;
}

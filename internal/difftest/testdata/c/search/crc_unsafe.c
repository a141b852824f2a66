// false
// inputs: 37 122 57 186
extern void reach_error(void); extern void exit(int); extern unsigned __VERIFIER_nondet_uint(void); extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern unsigned long long __VERIFIER_nondet_ulonglong(void);
static void require(int c) { if (!c) exit(0); }
int main(void) {
  unsigned crc = 0xffffffffu;
  for (int i = 0; i < 4; i++) {
    crc ^= __VERIFIER_nondet_uchar();
    for (int k = 0; k < 8; k++) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
  }
  if (~crc == 0xcafebabeu) reach_error();
  return 0;
}

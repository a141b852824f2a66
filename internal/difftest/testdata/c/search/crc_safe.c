// true
extern void reach_error(void); extern void exit(int); extern unsigned __VERIFIER_nondet_uint(void); extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern unsigned long long __VERIFIER_nondet_ulonglong(void);
static void require(int c) { if (!c) exit(0); }
static unsigned crc32(const unsigned char *p) {
  unsigned crc = 0xffffffffu;
  for (int i = 0; i < 2; i++) {
    crc ^= p[i];
    for (int k = 0; k < 8; k++) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
  }
  return crc;
}
int main(void) {
  unsigned char a[2], b[2];
  for (int i = 0; i < 2; i++) { a[i] = __VERIFIER_nondet_uchar(); b[i] = __VERIFIER_nondet_uchar(); }
  require(a[0] != b[0] || a[1] != b[1]);
  if (crc32(a) == crc32(b)) reach_error();
  return 0;
}

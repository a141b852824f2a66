// false
// inputs: 50 49 53 54 49 55 49 51
extern void reach_error(void); extern void exit(int); extern unsigned __VERIFIER_nondet_uint(void); extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern unsigned long long __VERIFIER_nondet_ulonglong(void);
static void require(int c) { if (!c) exit(0); }
int main(void) {
  unsigned char key[8];
  unsigned s = 0x1234;
  for (int i = 0; i < 8; i++) key[i] = __VERIFIER_nondet_uchar();
  for (int i = 0; i < 8; i++) { s = (s << 5 | s >> 11) & 0xffff; s ^= key[i] * 257u; s = (s + 0x9e37u) & 0xffff; }
  for (int i = 0; i < 8; i++) require(key[i] >= '0' && key[i] <= '9');
  if (s == 0xbeef) reach_error();
  return 0;
}

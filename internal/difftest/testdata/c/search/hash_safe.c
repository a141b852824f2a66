// true
extern void reach_error(void); extern void exit(int); extern unsigned __VERIFIER_nondet_uint(void); extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern unsigned long long __VERIFIER_nondet_ulonglong(void);
static void require(int c) { if (!c) exit(0); }
int main(void) {
  unsigned h = 2166136261u;
  for (int i = 0; i < 4; i++) {
    unsigned c = __VERIFIER_nondet_uint();
    if (c < 'a' || c > 'p') return 0;
    h ^= c; h *= 16777619u;
  }
  if (h == 0x12345678u) reach_error();
  return 0;
}

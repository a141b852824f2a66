// false
// inputs: 8 3 4 1 5 9 6 7 2
extern void reach_error(void); extern void exit(int); extern unsigned __VERIFIER_nondet_uint(void); extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern unsigned long long __VERIFIER_nondet_ulonglong(void);
static void require(int c) { if (!c) exit(0); }
int main(void) {
  unsigned char s[9];
  for (int i = 0; i < 9; i++) { s[i] = __VERIFIER_nondet_uchar(); require(s[i] >= 1 && s[i] <= 9); for (int j = 0; j < i; j++) require(s[i] != s[j]); }
  int sum = s[0] + s[1] + s[2];
  for (int i = 1; i < 3; i++) require(s[3*i] + s[3*i+1] + s[3*i+2] == sum);
  for (int i = 0; i < 3; i++) require(s[i] + s[i+3] + s[i+6] == sum);
  require(s[0] + s[4] + s[8] == sum); require(s[2] + s[4] + s[6] == sum);
  if (s[0] == 8) reach_error();
  return 0;
}

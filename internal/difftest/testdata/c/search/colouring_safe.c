// true
extern void reach_error(void); extern void exit(int); extern unsigned __VERIFIER_nondet_uint(void); extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern unsigned long long __VERIFIER_nondet_ulonglong(void);
static void require(int c) { if (!c) exit(0); }
int main(void) {
  static const unsigned char edge[][2] = { {0,1},{1,2},{2,3},{3,4},{4,0},{0,5},{1,6},{2,7},{3,8},{4,9},{5,7},{7,9},{9,6},{6,8},{8,5} };
  unsigned char c[10];
  for (int i = 0; i < 10; i++) { c[i] = __VERIFIER_nondet_uchar(); require(c[i] < 2); }
  for (unsigned i = 0; i < sizeof edge / sizeof *edge; i++) require(c[edge[i][0]] != c[edge[i][1]]);
  reach_error();
  return 0;
}

// true
extern void reach_error(void); extern void exit(int); extern unsigned __VERIFIER_nondet_uint(void); extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern unsigned long long __VERIFIER_nondet_ulonglong(void);
static void require(int c) { if (!c) exit(0); }
static const char given[81] = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8.279";
int main(void) {
  unsigned char g[81];
  for (int i = 0; i < 81; i++) {
    g[i] = __VERIFIER_nondet_uchar();
    require(g[i] >= 1 && g[i] <= 9);
    if (given[i] != '.') require(g[i] == given[i] - '0');
  }
  for (int r = 0; r < 9; r++) { unsigned m = 0; for (int c = 0; c < 9; c++) m |= 1u << g[9*r + c]; require(m == 0x3fe); }
  for (int c = 0; c < 9; c++) { unsigned m = 0; for (int r = 0; r < 9; r++) m |= 1u << g[9*r + c]; require(m == 0x3fe); }
  for (int b = 0; b < 9; b++) { unsigned m = 0; for (int k = 0; k < 9; k++) m |= 1u << g[9*(b/3*3 + k/3) + b%3*3 + k%3]; require(m == 0x3fe); }
  reach_error();
  return 0;
}

// false
// inputs: 1 4 2 3 3 2 1 4 2 3 4 1 4 1 3 2
extern void reach_error(void); extern void exit(int); extern unsigned __VERIFIER_nondet_uint(void); extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern unsigned long long __VERIFIER_nondet_ulonglong(void);
static void require(int c) { if (!c) exit(0); }
int main(void) {
  int g[4][4];
  for (int i = 0; i < 4; i++) for (int j = 0; j < 4; j++) { g[i][j] = __VERIFIER_nondet_int(); require(g[i][j] >= 1 && g[i][j] <= 4); }
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      for (int k = j + 1; k < 4; k++) { require(g[i][j] != g[i][k]); require(g[j][i] != g[k][i]); }
  for (int b = 0; b < 4; b++) {
    int r = b / 2 * 2, c = b % 2 * 2;
    require(g[r][c] != g[r+1][c+1]); require(g[r][c+1] != g[r+1][c]);
  }
  require(g[0][0] == 1 && g[1][2] == 1 && g[2][1] == 3);
  if (g[3][0] == 4) reach_error();
  return 0;
}

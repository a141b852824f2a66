// false
// inputs: 0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 32 34 36 38 40 42 44 46 48 50 52 54 56 58 60 62 64 66 68 70 72 74 76 78 80 82 84 86 88 90 92 94 96 98 100 102 104 106 108 110 112 114 116 118
#include <assert.h>
int __VERIFIER_nondet_int(void);
#define N 60
int main(void) {
  int x[N];
  for (int i = 0; i < N; i++) {
    x[i] = __VERIFIER_nondet_int();
    if (x[i] < 0 || x[i] > 100000)
      return 0;
  }
  for (int i = 0; i + 1 < N; i++)
    if (x[i + 1] - x[i] < 2)
      return 0;
  assert(x[N - 1] - x[0] >= 119);
  return 0;
}

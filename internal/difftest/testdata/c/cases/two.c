// pair --check=default
// Two few-valued inputs are the place in a table.
// inputs: 2 3
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int t[3][4], n = 0;
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a < 0 || a > 2 || b < 0 || b > 3) return 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++) t[i][j] = n++;
  t[a][b] = 100;
  int sum = 0;
  for (int i = 0; i <= a; i++)
    for (int j = 0; j < 4; j++) sum += t[i][j];
  assert(sum >= 100);
#ifndef UNSAFE
  assert(sum <= 100 + 66);
#else
  assert(sum < 100 + 55);
#endif
  return 0;
}

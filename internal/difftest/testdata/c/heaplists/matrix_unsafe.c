// false
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int **m = malloc(3 * sizeof *m);
  for (int i = 0; i < 3; i++) { m[i] = malloc(3 * sizeof **m); for (int j = 0; j < 3; j++) m[i][j] = i == j; }
  int x[3], y[3];
  for (int i = 0; i < 3; i++) x[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 3; i++) { y[i] = 0; for (int j = 0; j < 3; j++) y[i] += m[i][j] * x[j]; }
  for (int i = 0; i < 3; i++) assert(x[i] == y[i] && x[2] != 5);
  return 0;
}

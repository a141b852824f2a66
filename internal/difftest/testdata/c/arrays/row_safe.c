// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int m[12][20];
int main(void) {
  int r = __VERIFIER_nondet_int();
  if (r < 0 || r > 11) return 0;
  for (int j = 0; j < 20; j++) m[r][j] = 5;
  for (int j = 0; j < 20; j++) assert(m[r][j] == 5);
  return 0;
}

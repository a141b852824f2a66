// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int m[12][20];
int main(void) {
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < 20; j++) m[i][j] = i + j;
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < 20; j++) assert(m[i][j] >= i && m[i][j] < i + 19);
  return 0;
}

// pair
#include <assert.h>
#define R 100
#define C 200
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int m[R][C];
  for (int i = 0; i < R; i++)
    for (int j = 0; j < C; j++) m[i][j] = 3;
#ifdef UNSAFE
  m[R - 1][C - 1] = 4;
#endif
  for (int i = 0; i < R; i++)
    for (int j = 0; j < C; j++) assert(m[i][j] == 3);
  return 0;
}

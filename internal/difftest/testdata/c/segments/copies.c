// pair
#include <assert.h>
#define N 100000
extern int __VERIFIER_nondet_int(void);
int a1[N], a2[N], a3[N];
int main(void) {
  int i, x;
  for (i = 0; i < N; i++) a1[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++) a2[i] = a1[i];
  for (i = 0; i < N; i++) a3[i] = a2[i];
#ifdef UNSAFE
  a1[7] = a3[7] - 1;
#endif
  for (x = 0; x < N; x++) assert(a1[x] == a3[x]);
  return 0;
}

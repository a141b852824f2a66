// pair
#include <assert.h>
#define N 100000
extern int __VERIFIER_nondet_int(void);
// inputs: 3 -1 -1 -1 -1 -1 -1
int a[N], b[N], c[N];
int main(void) {
  int i, nb = 0, nc = 0;
  for (i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < N; i++) {
    if (a[i] >= 0) b[nb++] = a[i];
    else c[nc++] = a[i];
  }
  for (i = 0; i < nb; i++) assert(b[i] >= 0);
#ifdef UNSAFE
  for (i = 0; i < nc; i++) assert(c[i] < -1);
#else
  for (i = 0; i < nc; i++) assert(c[i] < 0);
#endif
  return 0;
}

// pair
#include <assert.h>
#define N 100000
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[N], min = 0;
  for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < N; i++)
    if (a[i] < min) min = a[i];
#ifdef UNSAFE
  for (int x = 0; x < N; x++) assert(a[x] > min);
#else
  for (int x = 0; x < N; x++) assert(a[x] >= min);
#endif
  return 0;
}

// pair
#include <assert.h>
#define N 100000
extern int __VERIFIER_nondet_int(void);
// inputs: 0 5
int a[N];
int main(void) {
  int e = __VERIFIER_nondet_int(), i = 0;
  for (int k = 0; k < N; k++) a[k] = __VERIFIER_nondet_int();
#ifdef UNSAFE
  while (i < N && a[i] != 0) i++;
#else
  while (i < N && a[i] != e) i++;
#endif
  for (int x = 0; x < i; x++)
#ifdef UNSAFE
    assert(a[x] == 0);
#else
    assert(a[x] != e);
#endif
  return 0;
}

// pair
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
// inputs: 3 9 9 9
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n == 0 || n > 5000) return 0;
  int a[n];
  for (unsigned i = 0; i < n; i++) {
    int v = __VERIFIER_nondet_int();
    if (v < 0 || v > 9) v = 0;
    a[i] = v;
  }
  for (unsigned i = 0; i < n; i++)
#ifdef UNSAFE
    assert(a[i] >= 0 && a[i] < 9);
#else
    assert(a[i] >= 0 && a[i] <= 9);
#endif
  return 0;
}

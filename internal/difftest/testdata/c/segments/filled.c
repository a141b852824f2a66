// pair
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
// inputs: 50 50 50 99
int main(void) {
  int t[365], n = 0;
  while (n < 365) {
    int v = __VERIFIER_nondet_int();
    if (v < -40 || v > 50) break;
    t[n++] = v;
  }
  for (int i = 0; i < n; i++)
#ifdef UNSAFE
    assert(t[i] >= -40 && t[i] < 50);
#else
    assert(t[i] >= -40 && t[i] <= 50);
#endif
  return 0;
}

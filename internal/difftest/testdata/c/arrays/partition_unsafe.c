// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int a[1400], pos[1400], neg[1400];
int main(void) {
  int n = __VERIFIER_nondet_int(), p = 0, q = 0;
  if (n < 0 || n > 1400) return 0;
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    if (a[i] >= -1) pos[p++] = a[i];
    else neg[q++] = a[i];
  assert(p + q == n);
  for (int i = 0; i < p; i++) assert(pos[i] >= 0);
  for (int i = 0; i < q; i++) assert(neg[i] < 0);
  return 0;
}

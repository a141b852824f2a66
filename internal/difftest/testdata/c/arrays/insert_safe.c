// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int a[800];
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 799) return 0;
  for (int i = 0; i < n; i++) {
    a[i] = __VERIFIER_nondet_int();
    if (i > 0 && a[i] < a[i - 1]) return 0;
  }
  int x = __VERIFIER_nondet_int(), k = n;
  while (k > 0 && a[k - 1] > x) {
    a[k] = a[k - 1];
    k--;
  }
  a[k] = x;
  for (int i = 0; i < n; i++) assert(a[i] <= a[i + 1]);
  return 0;
}

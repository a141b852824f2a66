// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int a[4000];
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 4000) return 0;
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  int m = a[0];
  for (int i = 1; i < n; i++)
    if (a[i] > m) m = a[i];
  for (int i = 0; i < n; i++) assert(a[i] <= m);
  return 0;
}

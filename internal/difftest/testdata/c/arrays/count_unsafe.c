// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int a[1800];
int main(void) {
  int n = __VERIFIER_nondet_int(), c = 0;
  if (n < 0 || n > 1800) return 0;
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    if (a[i] > 1) c++;
  assert(c >= 0 && c <= n);
  if (c == 0)
    for (int i = 0; i < n; i++) assert(a[i] <= 0);
  return 0;
}

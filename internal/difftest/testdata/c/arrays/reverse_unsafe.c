// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int a[1200], b[1200];
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1200) return 0;
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) b[n - 1 - i] = a[i] + (i == 3);
  for (int i = 0; i < n; i++) assert(b[i] == a[n - 1 - i]);
  return 0;
}

// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int a[2560];
int main(void) {
  int n = __VERIFIER_nondet_int(), key = __VERIFIER_nondet_int();
  if (n < 0 || n > 2560) return 0;
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  int at = 0;
  while (at < n && a[at] != key) at++;
  if (at < n) assert(a[at] == key);
  else
    for (int i = 0; i < n; i++) assert(a[i] != key);
  return 0;
}

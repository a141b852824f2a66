// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 1000) return 0;
  int a[1000];
  for (unsigned i = 0; i < n; i++) a[i] = 3 * (int)i + 1;
  for (unsigned i = 0; i < n; i++) assert(a[i] == 3 * (int)i + 1);
  return 0;
}

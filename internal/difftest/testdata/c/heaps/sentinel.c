// pair --check=default
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100000) return 0;
  int *a = malloc((n + 1) * sizeof *a), i = 0;
  if (!a) abort();
  for (i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  int wanted = __VERIFIER_nondet_int();
#ifndef UNSAFE
  a[n] = wanted;
#else
  a[n] = wanted & 0xff;
#endif
  for (i = 0; a[i] != wanted; i++) {}
  free(a);
  return i <= n ? 0 : 1;
}

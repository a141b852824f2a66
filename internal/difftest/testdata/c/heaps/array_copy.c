// pair
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100000) return 0;
  int *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
  if (!a || !b) abort();
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) b[i] = a[i];
#ifndef UNSAFE
  for (int i = 0; i < n; i++) assert(a[i] == b[i]);
#else
  for (int i = 0; i < n; i++) assert(a[i] == b[n - 1 - i]);
#endif
  return 0;
}

// pair
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000000) return 0;
  int *a = malloc(n * sizeof *a);
  if (!a) abort();
#ifndef UNSAFE
  for (int i = 0; i < n; i++) a[i] = 42;
#else
  for (int i = 0; i < n; i++) a[i] = i < 5 ? 42 : 43;
#endif
  for (int i = 0; i < n; i++) assert(a[i] == 42);
  free(a);
  return 0;
}

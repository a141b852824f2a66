// pair
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
// inputs: 5
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 20000) return 0;
  int *a = malloc(n * sizeof *a);
  if (!a) return 0;
  for (int i = 0; i < n; i++) a[i] = i;
  for (int i = 0; i < n; i++) a[i] = a[i] + 1;
#ifdef UNSAFE
  for (int i = 0; i < n; i++) assert(a[i] == i);
#else
  for (int i = 0; i < n; i++) assert(a[i] == i + 1);
#endif
  return 0;
}

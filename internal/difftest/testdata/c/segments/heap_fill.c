// pair
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
// inputs: 5
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0 || n > 100000) return 0;
  int *a = malloc(sizeof(int) * n);
  if (!a) return 0;
  for (int i = 0; i < n; i++) a[i] = 1;
#ifdef UNSAFE
  a[n - 1] = 2;
#endif
  for (int i = 0; i < n; i++) assert(a[i] == 1);
  free(a);
  return 0;
}

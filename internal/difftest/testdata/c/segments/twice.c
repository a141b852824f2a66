// pair
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
// inputs: 3
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0 || n > 10000) return 0;
  int *a = malloc(sizeof(int) * n), *b = malloc(sizeof(int) * n);
  if (!a || !b) return 0;
  for (int i = 0; i < n; i++) a[i] = 5;
  for (int i = 0; i < n; i++) b[i] = a[i] + 2;
#ifdef UNSAFE
  for (int i = 0; i < n; i++) b[i] = b[i] + a[0];
#else
  for (int i = 0; i < n; i++) a[i] = b[i] + a[i];
#endif
  for (int i = 0; i < n; i++) assert(b[i] == 7);
  return 0;
}

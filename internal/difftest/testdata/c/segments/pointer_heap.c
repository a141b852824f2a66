// pair
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
// inputs: 3
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n == 0 || n > 60000) return 0;
  unsigned char *a = malloc(n);
  if (!a) return 0;
  for (unsigned char *p = a; p < a + n; p++) *p = 9;
#ifdef UNSAFE
  a[n / 2] = 0;
#endif
  for (unsigned i = 0; i < n; i++) assert(a[i] == 9);
  return 0;
}

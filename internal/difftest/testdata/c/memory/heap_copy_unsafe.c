// false
// inputs: 50 41
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  if (n == 0 || n > 50 || k >= n) return 0;
  int *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
  if (!a || !b) return 0;
  for (unsigned i = 0; i < n; i++) a[i] = (int)(i * i);
  memcpy(b, a, n * sizeof *a);
  assert(b[k] == (int)(k * k) + (k == 41));
  free(a);
  free(b);
  return 0;
}

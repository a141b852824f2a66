// false
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int *a[4];
  for (int i = 0; i < 4; i++) { a[i] = malloc(sizeof **a); *a[i] = i; }
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 3) return 0;
  int *t = a[k]; a[k] = a[0]; a[0] = t;
  assert(*a[0] == k && *a[k] == k - k / 3);
  return 0;
}

// pair --check=default
// The range of a signed input is tested after a conversion.
// inputs: 5
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if ((unsigned)n >= 6) return 0;
  char *p = malloc((unsigned)n + 1);
  if (!p) return 0;
  for (int i = 0; i < n; i++) {
    p[i] = __VERIFIER_nondet_char();
    if (!p[i]) p[i] = 'x';
  }
#ifndef UNSAFE
  p[n] = 0;
#else
  p[n < 5 ? n : 4] = 0;
#endif
  int k = 0;
  while (p[k]) k++;
  assert(k == n);
  free(p);
  return 0;
}

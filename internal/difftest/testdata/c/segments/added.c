// pair
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
// inputs: 3 5 5 5 5 5 5
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 1 || n > 1000) return 0;
  int a[n], b[n], c[n];
  unsigned i;
  for (i = 0; i < n; i++) {
    a[i] = __VERIFIER_nondet_int();
    if (a[i] < -1000 || a[i] > 1000) return 0;
  }
  for (i = 0; i < n; i++) {
    b[i] = __VERIFIER_nondet_int();
    if (b[i] < -1000 || b[i] > 1000) return 0;
  }
  for (i = 0; i < n; i++) c[i] = a[i] + b[i];
#ifdef UNSAFE
  if (n > 2) c[2]++;
#endif
  for (i = 0; i < n; i++) assert(c[i] == a[i] + b[i]);
  return 0;
}

// pair
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
// inputs: 5
int main(void) {
  int a[9000], n = __VERIFIER_nondet_int();
  if (n < 1 || n > 9000) return 0;
  for (int i = n - 1; i >= 0; i--) a[i] = 6;
#ifdef UNSAFE
  a[0] = 5;
#endif
  for (int i = 0; i < n; i++) assert(a[i] == 6);
  return 0;
}

// pair --check=default
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
// inputs: 1 8
int main(void) {
  int count[8] = {0}, t[300], n = __VERIFIER_nondet_int();
  if (n < 0 || n > 300) return 0;
  for (int i = 0; i < n; i++) {
    int v = __VERIFIER_nondet_int();
#ifdef UNSAFE
    if (v < 0 || v > 8) return 0;
#else
    if (v < 0 || v > 7) return 0;
#endif
    t[i] = v;
  }
  for (int i = 0; i < n; i++) count[t[i]] = 1;
  return 0;
}

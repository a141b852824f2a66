// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct { int key, val; } t[900];
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 900) return 0;
  for (int i = 0; i < n; i++) {
    t[i].key = i;
    t[i].val = 2 * i;
  }
  for (int i = 0; i < n; i++) assert(t[i].val == 2 * t[i].key);
  return 0;
}

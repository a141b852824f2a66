// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int a[1600], b[1600];
int main(void) {
  int n = __VERIFIER_nondet_int(), same = 1;
  if (n < 0 || n > 1600) return 0;
  for (int i = 0; i < n; i++) {
    a[i] = __VERIFIER_nondet_int();
    b[i] = __VERIFIER_nondet_int();
  }
  for (int i = 0; i < n; i++)
    if (a[i] != b[i]) {
      same = 0;
      break;
    }
  if (same)
    for (int i = 0; i < n; i++) assert(a[i] == b[i]);
  return 0;
}

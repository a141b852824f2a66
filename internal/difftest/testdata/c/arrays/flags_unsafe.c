// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
_Bool seen[1000];
int at[1000];
int main(void) {
  int n = 0;
  for (int i = 0; i < 1000; i++) at[i] = -1;
  for (int k = 0; k < 600; k++) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x >= 1000) continue;
    at[x] = k;
  }
  for (int i = 0; i < 1000; i++) assert(at[i] >= -1 && at[i] < 599);
  return 0;
}

// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
int a[2000];
int main(void) {
  for (int i = 0; i < 2000; i++) a[i] = 7;
  for (int i = 0; i < 2000; i++) assert(a[i] == 7 - (i == 61));
  return 0;
}

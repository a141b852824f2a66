// false
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
  static int a[1000];
  int max = 0;
  for (int i = 0; i < 1000; i++) {
    a[i] = __VERIFIER_nondet_int();
    if (a[i] > max) max = a[i];
  }
  for (int i = 0; i < 1000; i++) assert(a[i] < max);
  return 0;
}

// CWE-127
// fault: valid-deref
// witness: 2 1
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char a[2];
  for (int i = 0; i < 2; i++) {
    unsigned char x = __VERIFIER_nondet_uchar();
    a[i] = x;
  }
  for (int i = 1; i < 2; i++) {
    unsigned char v = a[i];
    int k = i - 1;
#ifdef BAD
    while (a[k] > v) { // FAULT
#else
    while (k >= 0 && a[k] > v) {
#endif
      a[k + 1] = a[k];
      k--;
    }
    a[k + 1] = v;
  }
#ifndef BAD
  assert(a[0] <= a[1]);
#endif
  return 0;
}

// pair --32
// strcmp of two short texts of inputs.
// inputs: 120 120 1 1 0 0
#include <assert.h>
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  char a[4], b[4];
  for (int i = 0; i < 3; i++) {
    a[i] = (char)__VERIFIER_nondet_uchar();
    b[i] = (char)__VERIFIER_nondet_uchar();
  }
  a[3] = b[3] = 0;
  int r = strcmp(a, b), q = strcmp(b, a);
#ifndef UNSAFE
  assert((r == 0) == (q == 0) && (r < 0) == (q > 0) && (r || strlen(a) == strlen(b)));
#else
  assert(r != 0 || strlen(a) != 2 || a[0] != 'x');
#endif
  return 0;
}

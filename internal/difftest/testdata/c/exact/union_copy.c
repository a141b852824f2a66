// pair --32
// Unions in an array are copied at an index, and read as bytes.
// inputs: 16909307 0
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

union u { unsigned w; unsigned char b[4]; };
int main(void) {
  union u a[3], c;
  unsigned v = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint() % 3;
  for (int j = 0; j < 3; j++) a[j].w = v + j;
  c = a[i];
  c.b[0] ^= 0xff;
#ifndef UNSAFE
  assert(c.w == ((v + i) ^ 0xff) && a[i].b[3] == (unsigned char)((v + i) >> 24));
#else
  assert(c.w != 0x01020304);
#endif
  return 0;
}

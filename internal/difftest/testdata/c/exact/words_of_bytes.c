// pair --32
// A checksum reads words of an array of bytes.
// inputs: 0 0 0 0 68 67 66 65 4
#include <assert.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char b[8];
  for (int i = 0; i < 8; i++) b[i] = __VERIFIER_nondet_uchar();
  unsigned k = __VERIFIER_nondet_uint() % 5, w;
  memcpy(&w, b + k, 4);
  unsigned v = b[k] | b[k + 1] << 8 | b[k + 2] << 16 | (unsigned)b[k + 3] << 24;
#ifndef UNSAFE
  assert(w == v);
#else
  assert(w != 0x41424344 || k != 4);
#endif
  return 0;
}

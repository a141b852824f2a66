// pair --check=default
// The sum of four free bytes is that of two parts, cut at a free place.
// inputs: 2 0 0 0 255
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned step(unsigned s, const unsigned char *p, unsigned n) {
  while (n--) {
    s ^= *p++;
    for (int i = 0; i < 4; i++) s = s >> 1 ^ (0xedb8u & -(s & 1));
  }
  return s;
}
int main(void) {
  unsigned char b[4];
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 4) return 0;
  for (int i = 0; i < 4; i++) b[i] = __VERIFIER_nondet_uchar();
  unsigned whole = step(0xffff, b, 4), first = step(0xffff, b, n);
#ifndef UNSAFE
  assert(step(first, b + n, 4 - n) == whole);
#else
  assert(n == 2 || step(first, b + n, 4 - n) == whole);
  assert(n != 2 || step(first, b + n, 3 - n) != whole || b[3] != 255 || b[0]);
  assert(n != 2 || step(first, b + n, 3 - n) == whole);
#endif
  return 0;
}

// true
#include <assert.h>
int __VERIFIER_nondet_int(void);
static unsigned char reversed(unsigned char b) {
  b = (b & 0xf0) >> 4 | (b & 0x0f) << 4;
  b = (b & 0xcc) >> 2 | (b & 0x33) << 2;
  return (b & 0xaa) >> 1 | (b & 0x55) << 1;
}
int main(void) {
  unsigned char b = (unsigned char)__VERIFIER_nondet_int();
  assert(reversed(reversed(b)) == b);
  assert(reversed(b) >> 7 == (b & 1));
  return 0;
}

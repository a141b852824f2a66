// CWE-617
// fault: assertion
// witness: 0x1234
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  union { unsigned v; unsigned char b[4]; } u;
  unsigned x = __VERIFIER_nondet_uint();
  u.v = x;
#ifdef BAD
  assert(u.b[0] == (x >> 8 & 255)); // FAULT
#else
  assert(u.b[0] == (x & 255));
#endif
  return 0;
}

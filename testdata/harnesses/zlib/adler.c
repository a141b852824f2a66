/* Both halves of the sum of up to eight free bytes are below the modulus. */
#include <assert.h>
#include "zlib.h"
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned char bytes[8];
  unsigned n = __VERIFIER_nondet_uint();
  if (n > sizeof bytes) return 0;
  for (unsigned i = 0; i < n; i++) bytes[i] = __VERIFIER_nondet_uchar();
  uLong sum = adler32(1, bytes, n);
  assert((sum & 0xffff) < 65521 && sum >> 16 < 65521);
  return 0;
}

/* The sum of four free bytes is that of two parts, the second begun with the sum of the first. */
#include <assert.h>
#include "lfs_util.h"
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned char bytes[4];
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 4) return 0;
  for (int i = 0; i < 4; i++) bytes[i] = __VERIFIER_nondet_uchar();
  uint32_t whole = lfs_crc(0xffffffff, bytes, 4);
  uint32_t first = lfs_crc(0xffffffff, bytes, n);
  assert(lfs_crc(first, bytes + n, 4 - n) == whole);
  return 0;
}

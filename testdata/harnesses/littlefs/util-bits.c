/* Bits of a number that is not 0: the next power of two holds it, the lowest bit is one of its bits. */
#include <assert.h>
#include "lfs_util.h"
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  uint32_t a = __VERIFIER_nondet_uint();
  if (a == 0 || a > 0x80000000u) return 0;
  uint32_t n = lfs_npw2(a);
  if (a > 1) assert(n <= 31 && (1u << n) >= a);
  assert(a >> lfs_ctz(a) & 1);
  assert(lfs_popc(a) >= 1);
  return 0;
}

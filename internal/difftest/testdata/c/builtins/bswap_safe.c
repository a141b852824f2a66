// true
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  assert(__builtin_bswap32(__builtin_bswap32(x)) == x && __builtin_bswap16(0x1ff01) == 0x01ff && __builtin_bswap64(1) == 1ull << 56);
  return 0;
}

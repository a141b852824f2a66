// false
// An address aligned down to the beginning of its block.
#include <assert.h>
#include <stdint.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  static _Alignas(16) unsigned char b[16];
  unsigned k = __VERIFIER_nondet_uint() % 16;
  b[k] = 9;
  unsigned char *p = (unsigned char *)((uintptr_t)&b[k] & ~(uintptr_t)15);
  assert(p[0] == 0);
  return 0;
}

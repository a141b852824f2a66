// true
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), r;
  unsigned char c = __builtin_ia32_addcarryx_u32(1, a, 0, &r);
  assert(r == a + 1 && c == (a == 0xffffffffu));
  return 0;
}

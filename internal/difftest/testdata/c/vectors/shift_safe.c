// true
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  typedef unsigned U __attribute__((vector_size(16)));
  U a = {x, 1, 0x80000000u, 7};
  U b = a >> 1, c = a << (U){0, 4, 1, 31};
  assert(b[2] == 0x40000000u && c[0] == x && c[1] == 16 && c[3] == 0x80000000u);
  return 0;
}

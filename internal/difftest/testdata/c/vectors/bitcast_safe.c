// true
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
typedef int V __attribute__((vector_size(16)));
int main(void) {
  typedef unsigned char B __attribute__((vector_size(16)));
  typedef unsigned long long L __attribute__((vector_size(16)));
  unsigned x = __VERIFIER_nondet_uint();
  V a = {(int)x, 0x01020304, 0, -1};
  B b = (B)a;
  L l = (L)a;
  assert(b[4] == 4 && b[0] == (x & 255) && l[1] >> 32 == 0xffffffff && b[7] == 1);
  return 0;
}

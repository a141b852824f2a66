// true --overflow undefined
#include <assert.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
long long __VERIFIER_nondet_longlong(void);
int main(void) {
  __int128 m = ~((__int128)1 << 127);
  int k = __VERIFIER_nondet_int();
  if (k >= 0 && k < 3) {
    __int128 r = m - 1 + k;
    assert(k <= 1 && r > 0);
  }
}

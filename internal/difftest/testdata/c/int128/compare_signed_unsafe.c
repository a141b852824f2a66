// false
#include <assert.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
long long __VERIFIER_nondet_longlong(void);
int main(void) {
  __int128 x = __VERIFIER_nondet_int();
  unsigned __int128 y = x;
  if (x < 0)
    assert(y > ~(unsigned __int128)9);
}

// false
#include <assert.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
long long __VERIFIER_nondet_longlong(void);
int main(void) {
  int c = __VERIFIER_nondet_int();
  __int128 x = c ? (__int128)1 << 100 : -1;
  assert(x > 0 || c == 1);
}

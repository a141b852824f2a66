// false
#include <assert.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
long long __VERIFIER_nondet_longlong(void);
int main(void) {
  long long a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a > 0 && a < 100 && b > 0 && b < 100) {
    __int128 p = (__int128)a * b;
    assert(p > 0 && p < 20);
  }
}

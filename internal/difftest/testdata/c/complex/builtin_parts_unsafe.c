// false
#include <assert.h>
int main(void) {
  _Complex float f = 1;
  __imag__ f = 2;
  f = __builtin_conjf(f);
  _Complex double d = __builtin_conj(__builtin_cproj(f));
  _Complex long double l = __builtin_conjl(d);
  assert(__builtin_cimagf(f) == -2 && __builtin_creal(d) == 1 && __builtin_cimag(d) == -2 && __builtin_cimagl(l) == -2);
  return 0;
}

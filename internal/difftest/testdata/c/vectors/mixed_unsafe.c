// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  typedef double D __attribute__((vector_size(16)));
  int x = __VERIFIER_nondet_int() & 1023;
  D d = {x, 0.25};
  D e = 2.0 * d - 1.0;
  assert(e[0] == 2.0 * x - 1 && e[1] == 0.5);
  return 0;
}

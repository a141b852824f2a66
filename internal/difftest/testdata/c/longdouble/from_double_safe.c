// true
#include <assert.h>
double __VERIFIER_nondet_double(void);
int main(void) {
  double d = __VERIFIER_nondet_double();
  long double x = d;
  if (d > 1) assert(x > 0);
}

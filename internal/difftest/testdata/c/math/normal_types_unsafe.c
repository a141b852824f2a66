// false
#include <assert.h>
#include <math.h>
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  float f = 0x1.fffffcp-127f;
  double d = f;
  long double l = d;
  assert(isnormal(f) && isnormal(d) && isnormal(l) && isnormal(2 * f) && fpclassify(f) == FP_SUBNORMAL && fpclassify(d) == FP_NORMAL);
  assert(!__builtin_isnormal(0x1p-1023) && __builtin_isnormal((long double)0x1p-1023) && isnormal(0x1p-1022) && !isnormal(0.0f) && !isnormal(INFINITY));
  float x = __VERIFIER_nondet_float();
  assert(isnormal(x) == (fabsf(x) >= 0x1p-126f && fabsf(x) < INFINITY));
  double y = __VERIFIER_nondet_double();
  assert(isnormal(y) == (fpclassify(y) == FP_NORMAL));
  return 0;
}

// true
#include <assert.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);
int main(void)
{
	double x = __VERIFIER_nondet_double();
	if (!(x >= 0.5 && x <= 2))
		return 0;
	double e = exp(x), l = log(x), p = pow(x, 3), a = atan(x), s = sinh(x), c = acos(x / 4);
	assert(e > 1.6487 && e < 7.38906);
	assert(l > -0.69315 && l < 0.69315);
	assert(p > 0.1249 && p < 8.0001);
	assert(a < 1.1072 && s < 3.627 && c > 1.047);
	return 0;
}
